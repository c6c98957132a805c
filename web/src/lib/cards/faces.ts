// The pictures of cards: one sprite a pack and face, loaded once, each card of it a picture of its own (a blob URL), so that
// a card is painted once and then only moved.
import frenchBig from "../../generated/cards/french-big.json?url";
import frenchFull from "../../generated/cards/french-full.json?url";
import fourBig from "../../generated/cards/french-four-big.json?url";
import fourFull from "../../generated/cards/french-four-full.json?url";
import latinBig from "../../generated/cards/latin-big.json?url";
import latinFull from "../../generated/cards/latin-full.json?url";

export type Pack = "french" | "french-four" | "latin";
export type Face = "big" | "full";

const SPRITES: Record<`${Pack}-${Face}`, string> = {
  "french-big": frenchBig, "french-full": frenchFull,
  "french-four-big": fourBig, "french-four-full": fourFull,
  "latin-big": latinBig, "latin-full": latinFull,
};

export type Faces = Readonly<Record<string, string>>;
const loaded = new Map<string, Promise<Faces>>();

/** URLs of pictures by card; `back` is one of them. */
export function faces(pack: Pack, face: Face): Promise<Faces> {
  const key = `${pack}-${face}` as const;
  let found = loaded.get(key);
  if (!found) {
    found = load(SPRITES[key]);
    loaded.set(key, found);
    found.catch(() => loaded.delete(key));
  }
  return found;
}

async function load(path: string): Promise<Faces> {
  const answer = await fetch(path);
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  const texts = (await answer.json()) as Record<string, string>;
  const found = Object.fromEntries(
    Object.entries(texts).map(([card, text]) => [card, URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }))]),
  );
  void prepare(Object.values(found));
  return found;
}

const prepared: HTMLImageElement[] = []; // kept, as what nobody shows is forgotten

/** Read pictures one by one while nothing else is to be done, so that none is read while it moves. */
async function prepare(pictures: string[]): Promise<void> {
  if (typeof requestIdleCallback !== "function") return;
  for (const picture of pictures) {
    await new Promise((done) => requestIdleCallback(done));
    const image = new Image();
    image.src = picture;
    prepared.push(image);
    await image.decode().catch(() => undefined);
  }
}

/** Suit signs in the text of a French card; Latin suits are drawn by words. */
export const SIGNS: Readonly<Record<string, string>> = { c: "♣", d: "♦", h: "♥", s: "♠" };

export const isRed = (card: string): boolean => /[dh]$/.test(card);

/** `T` is written 10. */
export const rankOf = (card: string): string => card.slice(0, -1).replace("T", "10");
