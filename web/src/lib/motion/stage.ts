// Cards move here. Each flight is a picture on a layer of its own, moved by transform and opacity alone, while the real card
// waits unseen at its place; so nothing is laid out anew while cards move. What a flight costs is spread over tasks: places are
// read when the browser has just laid out, all of them before anything is written. Cards that stay slide by their style alone.
import { tick } from "svelte";
import { cardsOf } from "../cards/plays";
import type { Happened } from "../wire";
import { drawn, nextTask } from "./tasks";

interface Box { x: number; y: number; w: number; h: number }
/** One card's way: it lies in `home` in the end, or is seen as if it lay in `to`. */
interface Flight {
  ghost: HTMLElement;
  home: Box;
  from: Box;
  to?: Box;
  ms: number;
  easing: string;
  delay?: number;
  tilt?: number;
}

export interface Pictures {
  face(card: string, width: number): string;
  back(): string;
  speed(): number;
  sideOf(seat: number): number;
  seat(): number | null;
}

const MS = { deal: 180, stagger: 70, lay: 260, rest: 350, gather: 200, take: 320, beat: 700, cry: 700 };
const SLIDE_MS = 200;
const SLACK_MS = 250; // an animation that has not ended so long after its time is not going to
const EASE = { land: "cubic-bezier(.2, .8, .25, 1)", take: "cubic-bezier(.5, 0, .2, 1)", out: "cubic-bezier(.2, 0, 0, 1)" };
const PILE = { w: 28, h: 40 };

/** How long cards slide that stay, as their style wants it. */
export const slide = (speed: number): string => `${speed ? SLIDE_MS / speed : 0}ms`;

const boxOf = (found: Element | null): Box | null => {
  const box = found?.getBoundingClientRect();
  return box?.width ? { x: box.x, y: box.y, w: box.width, h: box.height } : null;
};
/** A box of this size in the middle of another. */
const within = (box: Box, { w, h }: { w: number; h: number }): Box => ({ x: box.x + (box.w - w) / 2, y: box.y + (box.h - h) / 2, w, h });

export class Stage {
  private readonly reduced = matchMedia("(prefers-reduced-motion: reduce)");
  private hurried = false;
  private readonly waits = new Set<() => void>();
  private readonly running = new Set<Animation>();
  private slides = 0; // till then, by performance.now(), cards that stay may be sliding

  constructor(private readonly root: HTMLElement, private readonly layer: HTMLElement, private readonly pictures: Pictures) {}

  private get still(): boolean {
    return this.hurried || this.reduced.matches || this.pictures.speed() === 0;
  }

  private ms(time: number): number {
    return this.still ? 0 : time / this.pictures.speed();
  }

  /** Finish what is running: somebody wants to act, or nobody looks. */
  hurry(): void {
    this.hurried = true;
    for (const end of [...this.waits]) end();
    for (const animation of [...this.running]) animation.finish();
  }

  /** Nothing waits to be shown any more. */
  calm(): void {
    this.hurried = false;
  }

  /** So long, or till something has come about. */
  private wait(time: number, sooner?: Promise<unknown>): Promise<void> {
    if (this.hurried || time <= 0) return Promise.resolve();
    return new Promise((done) => {
      const end = () => {
        clearTimeout(timer);
        this.waits.delete(end);
        done();
      };
      const timer = setTimeout(end, time);
      this.waits.add(end);
      sooner?.then(end, end);
    });
  }

  /** Move something. That ends even where no end is told: in a tab that nobody sees, or when the element has gone. */
  private async run(element: Element, frames: Keyframe[], duration: number, options: KeyframeAnimationOptions = {}): Promise<void> {
    const animation = element.animate(frames, { fill: "both", duration, ...options });
    this.running.add(animation);
    await this.wait(duration + (options.delay ?? 0) + SLACK_MS, animation.finished);
    this.running.delete(animation);
  }

  // Where things are.

  private element(selector: string): HTMLElement | null {
    return this.root.querySelector<HTMLElement>(selector);
  }

  private readonly box = (selector: string): Box | null => boxOf(this.element(selector));

  private readonly onTable = (card: string) => this.box(`[data-table] [data-card="${card}"]`);

  /** Where a card of this seat comes from: its place in my hand, or the plate of another. */
  private source(seat: number, card: string): Box | null {
    return this.box(`[data-hand] [data-card="${card}"]`) ?? this.box(`[data-seat="${seat}"]`);
  }

  /** The pile of a seat, as small as cards are when they have come there. */
  private pile(seat: number): Box | null {
    const found = this.box(`[data-pile="${this.pictures.sideOf(seat)}"]`) ?? this.box(`[data-seat="${seat}"]`);
    return found && within(found, PILE);
  }

  private away(selectors: string[]): void {
    for (const selector of selectors) this.element(selector)?.setAttribute("data-away", "");
  }

  // Flights.

  /** A picture of a card that lies in a box; one that turns has a back too. */
  private ghost(card: string, at: Box, turns = false): HTMLElement {
    const found = document.createElement("div"), inner = document.createElement("div");
    found.className = turns ? "ghost turns" : "ghost";
    inner.className = "turning";
    const face = card === "??" ? this.pictures.back() : this.pictures.face(card, at.w);
    for (const picture of turns ? [face, this.pictures.back()] : [face]) {
      const image = document.createElement("img");
      image.alt = "";
      image.src = picture;
      inner.append(image);
    }
    found.append(inner);
    this.put(found, at);
    return found;
  }

  private put(ghost: HTMLElement, at: Box): void {
    Object.assign(ghost.style, { left: `${at.x}px`, top: `${at.y}px`, width: `${at.w}px`, height: `${at.h}px` });
  }

  /** How a picture that lies in `home` looks as if it lay in `at`. */
  private as(home: Box, at: Box, more = "", high = 0): string {
    const scale = Math.min(at.w / home.w, at.h / home.h);
    const x = at.x + at.w / 2 - (home.x + home.w / 2), y = at.y + at.h / 2 - (home.y + home.h / 2) - high;
    return `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px) scale(${scale.toFixed(3)}) ${more}`;
  }

  /** From one box to another in a low arc, turning a little. */
  private fly({ ghost, home, from, to = home, ms, easing, delay = 0, tilt = 0 }: Flight): Promise<void> {
    const far = Math.hypot(to.x - from.x, to.y - from.y);
    const middle = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2, w: (from.w + to.w) / 2, h: (from.h + to.h) / 2 };
    return this.run(ghost, [
      { transform: this.as(home, from, `rotate(${tilt}deg)`) },
      { transform: this.as(home, middle, `rotate(${tilt / 2}deg)`, far * 0.08) },
      { transform: this.as(home, to, "rotate(0deg)") },
    ], this.ms(ms), { delay: this.ms(delay), easing });
  }

  private turn(ghost: HTMLElement, ms: number, delay = 0): Promise<void> {
    return this.run(ghost.firstElementChild!, [{ transform: "rotateY(0deg)" }, { transform: "rotateY(180deg)" }], this.ms(ms), {
      delay: this.ms(delay), easing: "linear",
    });
  }

  /** All of them at once; then what follows has a task of its own. */
  private async all(moves: Promise<void>[]): Promise<void> {
    await Promise.all(moves);
    await nextTask();
  }

  // Events.

  /** Show an event; `change` is what it does to the picture. */
  async perform(event: Happened, change: () => void): Promise<void> {
    const seat = event.seat ?? -1, cards = cardsOf(event.cards);
    if (!this.still) await drawn(); // the words of it
    try {
      switch (event.kind) {
        case "dealt":
        case "drawn":
          await this.deal(cards, change, seat === this.pictures.seat() ? (card) => `[data-hand] [data-card="${card}"]` : null, seat);
          break;
        case "layout":
          await this.deal(cards, change, (card) => `[data-table] [data-card="${card}"]`, seat);
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
          await this.gather(seat, cards.map((card) => `[data-apart] [data-card="${card}"]`), cards, change);
          break;
        case "leftovers":
          await this.gather(seat, cards.map((card) => `[data-table] [data-card="${card}"]`), cards, change);
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
      for (const found of this.root.querySelectorAll("[data-away]")) found.removeAttribute("data-away");
      this.layer.replaceChildren();
      this.slides = performance.now() + this.ms(SLIDE_MS);
    }
  }

  /** From the stock to open places, or as backs to the plate of a seat. */
  private async deal(cards: string[], change: () => void, place: ((card: string) => string) | null, seat: number): Promise<void> {
    const stock = this.box("[data-stock]");
    change();
    await tick();
    if (!stock || this.still) return;
    if (place) this.away(cards.map(place));
    await drawn();
    const plate = this.box(`[data-seat="${seat}"]`);
    const homes = cards.map((card) => (place ? this.box(place(card)) : plate && within(plate, stock)));
    const flights = cards.flatMap((card, i): Flight[] => {
      const home = homes[i];
      if (!home) return [];
      const tilt = place && seat < 0 ? 3 : i % 2 ? 4 : -4;
      return [{ ghost: this.ghost(place ? card : "??", home), home, from: stock, ms: MS.deal, easing: EASE.out, delay: i * MS.stagger, tilt }];
    });
    this.layer.append(...flights.map(({ ghost }) => ghost));
    await this.all(flights.map(async (flight) => {
      await this.fly(flight);
      if (!place) flight.ghost.remove();
    }));
  }

  private async lay(seat: number, cards: string[], change: () => void, place: (card: string, i: number) => string): Promise<void> {
    if (this.still) {
      change();
      await tick();
      await this.wait(this.reduced.matches ? 300 : 0);
      return;
    }
    const sources = cards.map((card) => this.source(seat, card));
    const mine = seat === this.pictures.seat(); // then a picture lies where the card lay till it has a new place
    const ghosts = cards.map((card, i) => (mine && sources[i] ? this.ghost(card, sources[i]) : null));
    this.layer.append(...ghosts.filter((ghost) => ghost !== null));
    change();
    await tick();
    this.away(cards.map(place));
    await drawn();
    const homes = cards.map((card, i) => this.box(place(card, i)));
    const flights = cards.flatMap((card, i): Flight[] => {
      const home = homes[i], from = sources[i];
      if (!home || !from) return [];
      const ghost = ghosts[i] ?? this.ghost(card, home);
      this.put(ghost, home);
      return [{ ghost, home, from, ms: MS.lay, easing: EASE.land, delay: i * MS.stagger, tilt: seat % 2 ? 2 : -2 }];
    });
    this.layer.append(...flights.map(({ ghost }) => ghost));
    await this.all(flights.map((flight) => this.fly(flight)));
  }

  /** The card lands half over its prey, rests so that it is seen, gathers the prey, and the stack goes face down to its pile. */
  private async capture(seat: number, cards: string[], change: () => void): Promise<void> {
    await this.wait(this.slides - performance.now());
    const [card, ...prey] = cards;
    const start = this.source(seat, card!), found = prey.map(this.onTable), goal = found[0], pile = this.pile(seat);
    if (!goal || !start || !pile || this.still) {
      change();
      await tick();
      await this.wait(this.reduced.matches ? 900 : 0);
      return;
    }
    const goals = found.map((box) => box ?? goal);
    const over = { ...goal, x: goal.x + goal.w * 0.34, y: goal.y + goal.h * 0.28 };
    const taker = this.ghost(card!, over, true);
    taker.classList.add("taker");
    this.layer.append(taker);
    this.away([`[data-hand] [data-card="${card}"]`]);
    await this.all([this.fly({ ghost: taker, home: over, from: start, ms: MS.lay, easing: EASE.land, tilt: seat % 2 ? 3 : -3 })]);
    const ghosts = prey.map((name, i) => this.ghost(name, goals[i]!, true));
    this.layer.prepend(...ghosts);
    this.away(prey.map((name) => `[data-table] [data-card="${name}"]`));
    await this.wait(this.ms(MS.rest));
    await this.all(ghosts.slice(1).map((ghost, i) => {
      const home = goals[i + 1]!;
      return this.fly({ ghost, home, from: home, to: goal, ms: MS.gather, easing: EASE.take, delay: i * 50 });
    }));
    const stack = [...ghosts.map((ghost, i) => ({ ghost, home: goals[i]!, from: goal })), { ghost: taker, home: over, from: over }];
    await this.all(stack.flatMap((card) => [
      this.fly({ ...card, to: pile, ms: MS.take, easing: EASE.take }),
      this.turn(card.ghost, MS.take * 0.6),
    ]));
    change();
    await tick();
  }

  /** Cards that lie somewhere go to a pile together. */
  private async gather(seat: number, places: string[], cards: string[], change: () => void, beat = MS.beat): Promise<void> {
    await this.wait(this.slides - performance.now());
    const pile = this.pile(seat), boxes = places.map(this.box);
    if (pile && !this.still) {
      await this.wait(this.ms(beat));
      const stack = cards.flatMap((card, i) => {
        const home = boxes[i];
        return home ? [{ ghost: this.ghost(card, home, card !== "??"), home, from: home, to: pile, delay: i * 30 }] : [];
      });
      this.away(places);
      this.layer.append(...stack.map(({ ghost }) => ghost));
      await this.all(stack.flatMap((card) => [
        this.fly({ ...card, ms: MS.take, easing: EASE.take }),
        ...(card.ghost.classList.contains("turns") ? [this.turn(card.ghost, MS.take * 0.6, card.delay)] : []),
      ]));
    }
    change();
    await tick();
  }

  /** The winner's cards rise, all rest, then everything goes to the winner. */
  private async trick(seat: number, change: () => void): Promise<void> {
    if (this.still) {
      await this.wait(900);
      change();
      await tick();
      return;
    }
    const winners = [...this.root.querySelectorAll<HTMLElement>(`[data-trick="${seat}"] [data-nth]`)];
    await this.all(winners.map((card) => this.run(card, [{ transform: "none" }, { transform: "translateY(-6px)" }], this.ms(160), { easing: EASE.out })));
    const played = [...this.root.querySelectorAll<HTMLElement>("[data-trick] [data-nth]")];
    const places = played.map((card) => `[data-trick="${card.closest<HTMLElement>("[data-trick]")!.dataset["trick"]}"] [data-nth="${card.dataset["nth"]}"]`);
    await this.gather(seat, places, played.map((card) => card.dataset["card"] ?? "??"), change);
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
    await this.run(found, [{ opacity: 0 }, { opacity: 1, offset: 0.3 }, { opacity: 0 }], this.ms(420), { fill: "none" });
  }
}
