// Cards dragged by mouse, pen or finger. The card follows by transform alone; where it is let go decides what happens.

const STARTS_PX = 8; // nearer it is a tap

export interface Dragged {
  /** May this card be dragged now? */
  start(card: string): boolean;
  /** Let go over a card of the table, over the bare table (""), or elsewhere (null). */
  drop(card: string, over: string | null): void;
}

/** An action for the row of my cards. */
export function drag(row: HTMLElement, given: Dragged): { update(next: Dragged): void; destroy(): void } {
  let use = given;
  let held: { card: HTMLElement; name: string; x: number; y: number; moved: boolean; pointer: number } | null = null;

  const down = (event: PointerEvent): void => {
    const card = (event.target as Element).closest<HTMLElement>("[data-card]");
    if (!card || event.button !== 0 || held) return;
    held = { card, name: card.dataset["card"]!, x: event.clientX, y: event.clientY, moved: false, pointer: event.pointerId };
  };
  const move = (event: PointerEvent): void => {
    if (!held || event.pointerId !== held.pointer) return;
    const x = event.clientX - held.x, y = event.clientY - held.y;
    if (!held.moved) {
      if (Math.hypot(x, y) < STARTS_PX) return;
      if (!use.start(held.name)) {
        held = null;
        return;
      }
      held.moved = true;
      held.card.setPointerCapture(event.pointerId);
      held.card.classList.add("held");
    }
    held.card.style.transform = `translate(${x}px, ${y}px) rotate(${Math.max(-4, Math.min(4, x / 40))}deg)`;
  };
  const up = (event: PointerEvent): void => {
    if (!held || event.pointerId !== held.pointer) return;
    const { card, name, moved } = held;
    held = null;
    if (!moved) return;
    card.style.pointerEvents = "none";
    const over = document.elementFromPoint(event.clientX, event.clientY);
    card.style.pointerEvents = "";
    card.style.transform = "";
    card.classList.remove("held");
    addEventListener("click", stop, { capture: true, once: true });
    setTimeout(() => removeEventListener("click", stop, { capture: true }), 0);
    const target = over?.closest<HTMLElement>("[data-table] [data-card]")?.dataset["card"];
    use.drop(name, target ?? (over?.closest(".slab") ? "" : null));
  };
  const cancel = (): void => {
    if (!held) return;
    held.card.style.transform = "";
    held.card.classList.remove("held");
    held = null;
  };
  const stop = (event: Event): void => {
    event.stopPropagation();
    event.preventDefault();
  };

  row.addEventListener("pointerdown", down);
  addEventListener("pointermove", move);
  addEventListener("pointerup", up);
  addEventListener("pointercancel", cancel);
  return {
    update(next) { use = next; },
    destroy() {
      row.removeEventListener("pointerdown", down);
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", up);
      removeEventListener("pointercancel", cancel);
    },
  };
}
