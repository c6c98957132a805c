// Cards move here. Each flight is a picture on a layer of its own, moved by transform and opacity alone, while the real card
// waits unseen at its place; so nothing is laid out anew while cards move.
import { tick } from "svelte";
import { cardsOf } from "../cards/plays";
import type { Happened } from "../wire";

interface Box { x: number; y: number; w: number; h: number }

export interface Pictures {
  face(card: string, width: number): string;
  back(): string;
  speed(): number;
  sideOf(seat: number): number;
  seat(): number | null;
}

const MS = { deal: 180, stagger: 70, lay: 260, rest: 350, gather: 200, take: 320, beat: 700, slide: 200, cry: 700 };
const EASE = { land: "cubic-bezier(.2, .8, .25, 1)", take: "cubic-bezier(.5, 0, .2, 1)", out: "cubic-bezier(.2, 0, 0, 1)" };

export class Stage {
  private readonly reduced = matchMedia("(prefers-reduced-motion: reduce)");
  private hurried = false;
  private readonly waits = new Set<() => void>();
  private readonly running = new Set<Animation>();

  constructor(private readonly root: HTMLElement, private readonly layer: HTMLElement, private readonly pictures: Pictures) {}

  private get still(): boolean {
    return this.hurried || this.reduced.matches || this.pictures.speed() === 0;
  }

  private ms(time: number): number {
    return this.still ? 0 : time / this.pictures.speed();
  }

  /** Finish what is running: somebody wants to act. */
  hurry(): void {
    this.hurried = true;
    for (const end of [...this.waits]) end();
    for (const animation of [...this.running]) animation.finish();
  }

  /** Nothing waits to be shown any more. */
  calm(): void {
    this.hurried = false;
  }

  private wait(time: number): Promise<void> {
    const long = this.hurried ? 0 : time;
    if (long <= 0) return Promise.resolve();
    return new Promise((done) => {
      const end = () => {
        clearTimeout(timer);
        this.waits.delete(end);
        done();
      };
      const timer = setTimeout(end, long);
      this.waits.add(end);
    });
  }

  private async run(element: Element, frames: Keyframe[], options: KeyframeAnimationOptions): Promise<void> {
    const animation = element.animate(frames, { fill: "both", ...options });
    this.running.add(animation);
    await animation.finished.catch(() => undefined);
    this.running.delete(animation);
  }

  // Where things are.

  private element(selector: string): HTMLElement | null {
    return this.root.querySelector<HTMLElement>(selector);
  }

  private box(selector: string): Box | null {
    const found = this.element(selector)?.getBoundingClientRect();
    return found && found.width ? { x: found.x, y: found.y, w: found.width, h: found.height } : null;
  }

  private readonly onTable = (card: string) => this.box(`[data-table] [data-card="${card}"]`);

  /** Where a card of this seat comes from: its place in my hand, or the plate of another. */
  private source(seat: number, card: string): Box | null {
    return this.box(`[data-hand] [data-card="${card}"]`) ?? this.box(`[data-seat="${seat}"]`);
  }

  private readonly pile = (seat: number) => this.box(`[data-pile="${this.pictures.sideOf(seat)}"]`) ?? this.box(`[data-seat="${seat}"]`);

  private hide(selector: string, hidden: boolean): void {
    for (const found of this.root.querySelectorAll<HTMLElement>(selector)) found.toggleAttribute("data-away", hidden);
  }

  // Flights.

  /** A picture of a card that lies in a box. */
  private ghost(card: string, at: Box, faceDown = false): HTMLElement {
    const found = document.createElement("div"), inner = document.createElement("div");
    found.className = "ghost";
    inner.className = "turning";
    for (const side of ["face", "back"] as const) {
      const picture = document.createElement("img");
      picture.alt = "";
      picture.className = side;
      picture.src = side === "back" || card === "??" ? this.pictures.back() : this.pictures.face(card, at.w);
      inner.append(picture);
    }
    if (faceDown) inner.style.transform = "rotateY(180deg)";
    found.append(inner);
    Object.assign(found.style, { left: `${at.x}px`, top: `${at.y}px`, width: `${at.w}px`, height: `${at.h}px` });
    this.layer.append(found);
    return found;
  }

  /** How a picture that lies in `home` looks as if it lay in `at`. */
  private as(home: Box, at: Box, more = "", high = 0): string {
    const scale = Math.min(at.w / home.w, at.h / home.h);
    const x = at.x + at.w / 2 - (home.x + home.w / 2), y = at.y + at.h / 2 - (home.y + home.h / 2) - high;
    return `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px) scale(${scale.toFixed(3)}) ${more}`;
  }

  /** From one box to another in a low arc, turning a little. */
  private fly(ghost: HTMLElement, home: Box, from: Box, to: Box, ms: number, easing: string, delay = 0, tilt = 0): Promise<void> {
    const far = Math.hypot(to.x - from.x, to.y - from.y);
    const middle = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2, w: (from.w + to.w) / 2, h: (from.h + to.h) / 2 };
    return this.run(ghost, [
      { transform: this.as(home, from, `rotate(${tilt}deg)`) },
      { transform: this.as(home, middle, `rotate(${tilt / 2}deg)`, far * 0.08) },
      { transform: this.as(home, to, "rotate(0deg)") },
    ], { duration: this.ms(ms), delay: this.ms(delay), easing });
  }

  private async turn(ghost: HTMLElement, ms: number, delay = 0): Promise<void> {
    await this.run(ghost.firstElementChild!, [{ transform: "rotateY(0deg)" }, { transform: "rotateY(180deg)" }], {
      duration: this.ms(ms), delay: this.ms(delay), easing: "linear",
    });
  }

  // Events.

  /** Show an event; `change` is what it does to the picture. */
  async perform(event: Happened, change: () => void): Promise<void> {
    const seat = event.seat ?? -1, cards = cardsOf(event.cards);
    try {
      switch (event.kind) {
        case "dealt":
        case "drawn":
          await this.deal(seat, cards, change);
          break;
        case "layout":
          await this.layout(cards, change);
          break;
        case "laid":
          await this.lay(seat, cards, change, (card) => `[data-table] [data-card="${card}"]`);
          break;
        case "lead":
        case "contest":
          await this.lay(seat, cards, change, (card) => `[data-trick="${seat}"] [data-card="${card}"]`);
          break;
        case "discard":
          await this.lay(seat, cards, change, (_, i) => `[data-trick="${seat}"] [data-nth="${i}"]`);
          break;
        case "captured":
          await this.capture(seat, cards, change);
          break;
        case "tapped":
        case "answered":
          await this.lay(seat, cards.slice(0, 1), change, (card) => `[data-apart] [data-card="${card}"]`);
          await this.wait(this.ms(MS.cry));
          break;
        case "chain":
          await this.gather(seat, cards, "[data-apart]", change);
          break;
        case "leftovers":
          await this.gather(seat, cards, "[data-table]", change);
          break;
        case "trick":
          await this.trick(seat, change);
          break;
        case "announced":
          change();
          await this.wait(this.ms(MS.cry));
          break;
        case "sweep":
          change();
          await this.ring();
          break;
        default:
          change();
      }
    } finally {
      this.layer.replaceChildren();
      for (const found of this.root.querySelectorAll("[data-away]")) found.removeAttribute("data-away");
    }
  }

  private async deal(seat: number, cards: string[], change: () => void): Promise<void> {
    const stock = this.box("[data-stock]");
    const mine = seat === this.pictures.seat();
    change();
    await tick();
    if (!stock || this.still) return;
    const flights = cards.map((card, i) => {
      const place = mine ? this.box(`[data-hand] [data-card="${card}"]`) : this.box(`[data-seat="${seat}"]`);
      if (!place) return Promise.resolve();
      if (mine) this.hide(`[data-hand] [data-card="${card}"]`, true);
      const home = mine ? place : { x: place.x + place.w / 2 - stock.w / 2, y: place.y + place.h / 2 - stock.h / 2, w: stock.w, h: stock.h };
      const ghost = this.ghost(mine ? card : "??", home);
      return this.fly(ghost, home, stock, home, MS.deal, EASE.out, i * MS.stagger, i % 2 ? 4 : -4).then(() => {
        if (mine) this.hide(`[data-hand] [data-card="${card}"]`, false);
        ghost.remove();
      });
    });
    await Promise.all(flights);
  }

  private async layout(cards: string[], change: () => void): Promise<void> {
    const stock = this.box("[data-stock]");
    change();
    await tick();
    if (!stock || this.still) return;
    await Promise.all(cards.map((card, i) => {
      const home = this.onTable(card);
      if (!home) return Promise.resolve();
      this.hide(`[data-table] [data-card="${card}"]`, true);
      const ghost = this.ghost(card, home);
      return this.fly(ghost, home, stock, home, MS.deal + 60, EASE.out, i * MS.stagger, 3).then(() => {
        this.hide(`[data-table] [data-card="${card}"]`, false);
        ghost.remove();
      });
    }));
  }

  private async lay(
    seat: number, cards: string[], change: () => void, place: (card: string, i: number) => string,
  ): Promise<void> {
    const from = cards.map((card) => this.source(seat, card));
    const before = this.places();
    change();
    await tick();
    if (this.still) {
      await this.wait(this.reduced.matches ? 300 : 0);
      return;
    }
    const sliding = this.slideFrom(before);
    await Promise.all(cards.map((card, i) => {
      const home = this.box(place(card, i)), start = from[i];
      if (!home || !start) return Promise.resolve();
      this.hide(place(card, i), true);
      const ghost = this.ghost(card, home);
      return this.fly(ghost, home, start, home, MS.lay, EASE.land, i * MS.stagger, seat % 2 ? 2 : -2);
    }));
    await sliding;
  }

  /** The card lands half over its prey, rests so that it is seen, gathers the prey, and the stack goes face down to its pile. */
  private async capture(seat: number, cards: string[], change: () => void): Promise<void> {
    const [card, ...prey] = cards;
    const start = this.source(seat, card!), goals = prey.map(this.onTable), goal = goals[0], pile = this.pile(seat);
    if (!goal || !start || !pile || this.still) {
      change();
      await tick();
      await this.wait(this.reduced.matches ? 900 : 0);
      return;
    }
    const over = { ...goal, x: goal.x + goal.w * 0.34, y: goal.y + goal.h * 0.28 };
    const ghosts = prey.map((name, i) => this.ghost(name, goals[i] ?? goal));
    const taker = this.ghost(card!, over);
    taker.classList.add("taker");
    for (const name of prey) this.hide(`[data-table] [data-card="${name}"]`, true);
    this.hide(`[data-hand] [data-card="${card}"]`, true);
    for (const ghost of ghosts) ghost.classList.add("prey");
    await this.fly(taker, over, start, over, MS.lay, EASE.land, 0, seat % 2 ? 3 : -3);
    await this.wait(this.ms(MS.rest));
    await Promise.all(ghosts.slice(1).map((ghost, i) => {
      const home = goals[i + 1] ?? goal;
      return this.fly(ghost, home, home, goal, MS.gather, EASE.take, i * 50);
    }));
    const away = { x: pile.x + pile.w / 2 - 14, y: pile.y + pile.h / 2 - 20, w: 28, h: 40 };
    const stack = [...ghosts.map((ghost, i) => ({ ghost, home: goals[i] ?? goal, at: goal })), { ghost: taker, home: over, at: over }];
    await Promise.all(stack.flatMap(({ ghost, home, at }) => [
      this.fly(ghost, home, at, away, MS.take, EASE.take),
      this.turn(ghost, MS.take * 0.6),
    ]));
    change();
    await tick();
  }

  /** Cards that lie somewhere go to a pile together. */
  private async gather(seat: number, cards: string[], where: string, change: () => void): Promise<void> {
    const pile = this.pile(seat);
    const places = cards.map((card) => this.box(`${where} [data-card="${card}"]`));
    if (!pile || this.still) {
      change();
      await tick();
      return;
    }
    await this.wait(this.ms(MS.beat));
    const away = { x: pile.x + pile.w / 2 - 14, y: pile.y + pile.h / 2 - 20, w: 28, h: 40 };
    await Promise.all(cards.flatMap((card, i) => {
      const home = places[i];
      if (!home) return [];
      this.hide(`${where} [data-card="${card}"]`, true);
      const ghost = this.ghost(card, home);
      return [this.fly(ghost, home, home, away, MS.take, EASE.take, i * 30), this.turn(ghost, MS.take * 0.6, i * 30)];
    }));
    change();
    await tick();
  }

  /** The winner's cards rise, all rest, then everything goes to the winner. */
  private async trick(seat: number, change: () => void): Promise<void> {
    const pile = this.pile(seat);
    if (!pile || this.still) {
      await this.wait(this.hurried ? 0 : 900);
      change();
      await tick();
      return;
    }
    const winners = [...this.root.querySelectorAll<HTMLElement>(`[data-trick="${seat}"] [data-nth]`)];
    await Promise.all(winners.map((card) => this.run(card, [{ transform: "none" }, { transform: "translateY(-6px)" }], {
      duration: this.ms(160), easing: EASE.out,
    })));
    await this.wait(this.ms(MS.beat));
    const away = { x: pile.x + pile.w / 2 - 14, y: pile.y + pile.h / 2 - 20, w: 28, h: 40 };
    const all = [...this.root.querySelectorAll<HTMLElement>("[data-trick] [data-nth]")];
    await Promise.all(all.flatMap((card, i) => {
      const found = card.getBoundingClientRect(), name = card.dataset["card"] ?? "??";
      const home = { x: found.x, y: found.y, w: found.width, h: found.height };
      card.toggleAttribute("data-away", true);
      const ghost = this.ghost(name, home);
      return [this.fly(ghost, home, home, away, MS.take, EASE.take, i * 20), ...(name === "??" ? [] : [this.turn(ghost, MS.take * 0.6, i * 20)])];
    }));
    change();
    await tick();
    for (const card of winners) for (const animation of card.getAnimations()) animation.cancel();
  }

  /** One brass ring round the rim. */
  private async ring(): Promise<void> {
    const found = this.element("[data-ring]");
    if (!found) return;
    if (this.reduced.matches) {
      found.classList.add("lit");
      await this.wait(900);
      found.classList.remove("lit");
      return;
    }
    await this.run(found, [{ opacity: 0 }, { opacity: 1, offset: 0.3 }, { opacity: 0 }], { duration: this.ms(420), fill: "none" });
  }

  // What stays slides together once.

  private places(): Map<string, Box> {
    const found = new Map<string, Box>();
    for (const card of this.root.querySelectorAll<HTMLElement>("[data-table] [data-card], [data-hand] [data-card]")) {
      const { x, y, width: w, height: h } = card.getBoundingClientRect();
      const where = card.closest("[data-hand]") ? "hand" : "table";
      found.set(`${where} ${card.dataset["card"]}`, { x, y, w, h });
    }
    return found;
  }

  private async slideFrom(before: Map<string, Box>): Promise<void> {
    const moves: Promise<void>[] = [];
    for (const card of this.root.querySelectorAll<HTMLElement>("[data-table] [data-card], [data-hand] [data-card]")) {
      const was = before.get(`${card.closest("[data-hand]") ? "hand" : "table"} ${card.dataset["card"]}`);
      if (!was) continue;
      const { x, y, width: w } = card.getBoundingClientRect();
      if (Math.abs(was.x - x) < 1 && Math.abs(was.y - y) < 1 && Math.abs(was.w - w) < 1) continue;
      moves.push(this.run(card, [
        { transform: `translate(${was.x - x}px, ${was.y - y}px) scale(${was.w / w})`, transformOrigin: "0 0" },
        { transform: "none", transformOrigin: "0 0" },
      ], { duration: this.ms(MS.slide), easing: EASE.out, fill: "none" }));
    }
    await Promise.all(moves);
  }

  /** Change the picture; cards that stay slide to their new places. */
  async slide(change: () => void): Promise<void> {
    if (this.still) {
      change();
      await tick();
      return;
    }
    const before = this.places();
    change();
    await tick();
    await this.slideFrom(before);
  }
}
