// Draws the faces of both packs into src/generated/cards/: one JSON a pack and face, { "8h": "<svg …", … }.
// French: the CC0 art of @letele/playing-cards in our inks; full, and with a big index; two colours or four.
// Latin: the drawing of art/latin.svg; full, and with a big index over the art moved aside.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { optimize } from "svgo";
import { french as originals } from "./french.mjs";

const WEB = join(dirname(fileURLToPath(import.meta.url)), "..");
const OUT = join(WEB, "src/generated/cards");
const PAPER = "#FFFCF3", INK = "#241D1A", RED = "#B4302A", BLUE = "#2B5A86", GOLD = "#DDA94A";
const TWO = { c: INK, s: INK, h: RED, d: RED };
const FOUR = { c: "#1E6E43", s: INK, h: RED, d: "#1F5FA8" };
const GLYPHS = JSON.parse(readFileSync(join(WEB, "art/glyphs.json"), "utf8"));
const ORIGINALS = await originals();
const fixed = (v, digits = 1) => v.toFixed(digits);

/** Text as outlines, `height` high from its top edge at y; x is its left edge or its middle. */
function glyphs(text, height, x, y, anchor = "start", track = 0) {
  const scale = height / GLYPHS.H.bounds[3];
  let at = -GLYPHS[text[0]].bounds[0], width = 0;
  const parts = [];
  for (const sign of text) {
    const glyph = GLYPHS[sign];
    parts.push(`<path transform="translate(${fixed(at, 0)} 0)" d="${glyph.path}"/>`);
    width = at + glyph.bounds[2];
    at += glyph.width * (1 + track);
  }
  const left = x - (anchor === "middle" ? (width * scale) / 2 : 0);
  return `<g transform="translate(${fixed(left)} ${fixed(y + height)}) scale(${fixed(scale, 4)} ${fixed(-scale, 4)})">${parts.join("")}</g>`;
}

const PIP = Object.fromEntries([..."cdhs"].map((suit) => [
  suit, /viewBox="-600 -600 1200 1200"[^>]*><path d="([^"]+)"/.exec(ORIGINALS[`${suit.toUpperCase()}7`])[1],
]));

const pip = (cx, cy, size, flip = false) =>
  `<use href="#p" transform="translate(${fixed(cx)} ${fixed(cy)}) scale(${fixed(size / 1200, 4)})${flip ? " rotate(180)" : ""}"/>`;

const L = -43, C = 0, R = 43;
const PIPS = {
  2: [[C, -92], [C, 92]],
  3: [[C, -92], [C, 0], [C, 92]],
  4: [[L, -92], [R, -92], [L, 92], [R, 92]],
  5: [[L, -92], [R, -92], [C, 0], [L, 92], [R, 92]],
  6: [[L, -92], [R, -92], [L, 0], [R, 0], [L, 92], [R, 92]],
  7: [[L, -92], [R, -92], [C, -46], [L, 0], [R, 0], [L, 92], [R, 92]],
  8: [[L, -92], [R, -92], [C, -46], [L, 0], [R, 0], [C, 46], [L, 92], [R, 92]],
  9: [[L, -98], [R, -98], [L, -33], [R, -33], [C, 0], [L, 33], [R, 33], [L, 98], [R, 98]],
  10: [[L, -98], [R, -98], [C, -65], [L, -33], [R, -33], [C, 65], [L, 33], [R, 33], [L, 98], [R, 98]],
};

const svg = (body, ink, defs = "") =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-125 -175 250 350"><defs>${defs}</defs>` +
  `<rect x="-124.5" y="-174.5" width="249" height="349" rx="15" fill="${PAPER}" stroke="#8C7F6E" stroke-width="1"/>` +
  `<g fill="${ink}">${body}</g></svg>`;

/** The inner picture of a court card, in our inks: its definitions, and what uses them. */
function court(rank, suit) {
  let text = ORIGINALS[`${suit.toUpperCase()}${rank.toLowerCase()}`];
  const prefix = /id="(\w-\w_svg__)/.exec(text)[1];
  text = text.replaceAll(prefix, "k").replaceAll("#44F", BLUE).replaceAll("#FC4", GOLD)
    .replaceAll('fill="red"', `fill="${RED}"`).replaceAll('stroke="red"', `stroke="${RED}"`).replaceAll("#000", INK);
  const defs = /<defs>(.*?)<\/defs>/s.exec(text)[1];
  const uses = [...text.matchAll(/<g transform="rotate\(180\)">.*?<\/g>|<use [^>]*><\/use>/gs)];
  const wide = (use) => /width="164.8"/.test(use);
  const found = [];
  for (const [part] of uses) {
    if (part.startsWith("<g")) {
      const turned = [...part.matchAll(/<use [^>]*><\/use>/g)].map(([use]) => use).filter(wide);
      if (turned.length) found.push(`<g transform="rotate(180)">${turned.join("")}</g>`);
    } else if (wide(part)) found.push(part);
  }
  return { defs, uses: found.join("") };
}

function face(rank, suit, colours, big) {
  const ink = colours[suit], shown = rank === "T" ? "10" : rank;
  let defs = `<path id="p" d="${PIP[suit]}"/>`, body;
  if (big) {
    const index = glyphs(shown, 108, -106, -154, "start", shown === "10" ? -0.12 : 0);
    if ("JQK".includes(rank)) {
      const { defs: inner, uses } = court(rank, suit);
      defs += inner + '<clipPath id="w"><path d="M-54 -58H111V161H-54Z"/></clipPath>';
      body =
        `<g clip-path="url(#w)"><rect x="-54" y="-58" width="165" height="219" fill="#FBF3DF"/>` +
        `<g transform="translate(30 176) scale(1.56)" fill="${INK}">${uses}</g></g>` +
        `<path d="M-54 -58H111V161H-54Z" fill="none" stroke="${BLUE}" stroke-width="2"/>` +
        `<g stroke="${PAPER}" stroke-width="110" stroke-linejoin="round">${index}</g>${index}${pip(-86, 10, 52)}`;
    } else body = index + pip(36, 78, 158) + pip(-76, 4, 62);
    return svg(body, ink, defs);
  }
  const corner = glyphs(shown, shown === "10" ? 38 : 43, -95, -160, "middle", shown === "10" ? -0.13 : 0) + pip(-95, -90, 38);
  body = corner + `<g transform="rotate(180)">${corner}</g>`;
  if (rank === "A") body += pip(0, 0, 150);
  else if (PIPS[shown]) body += PIPS[shown].map(([x, y]) => pip(x * 0.93, y * 1.18, 54, y > 0)).join("");
  else {
    const { defs: inner, uses } = court(rank, suit);
    defs += inner;
    body +=
      `<g transform="scale(.82 1.06)" fill="${INK}">${uses}<path d="M-82.4-130.4H82.4v260.8H-82.4z" fill="none" stroke="${BLUE}" stroke-width="1.6"/></g>` +
      pip(-46, -112, 36) + pip(46, 112, 36, true);
  }
  return svg(body, ink, defs);
}

/** The backs that can be chosen, in the shape of either pack. */
const LATTICES = {
  // cups seen from above, in one ink
  cups: ["#7C2C2C", "#F3E3C6", 25, 45, (ink, pale) =>
    `<circle cx="12.5" cy="12.5" r="7.4" fill="none" stroke="${pale}" stroke-width="1.5"/>` +
    `<circle cx="12.5" cy="12.5" r="3" fill="${pale}"/><path d="M0 0h25M0 0v25" stroke="${pale}" stroke-width=".8" opacity=".55"/>`],
  // tiles of a Moroccan court
  zellige: ["#1F4F9F", "#F1E9D4", 37, 0, (ink, pale) =>
    `<g fill="none" stroke="${pale}" stroke-width="1.6"><path d="M18.5 4.3l4.2 4.2h5.8v5.8l4.2 4.2-4.2 4.2v5.8h-5.8l-4.2 4.2-4.2-4.2H8.5v-5.8l-4.2-4.2 4.2-4.2V8.5h5.8z"/>` +
    `<path d="M18.5 4.3V0M18.5 32.7V37M4.3 18.5H0M32.7 18.5H37"/></g><path d="M18.5 11l2.2 5.3 5.3 2.2-5.3 2.2-2.2 5.3-2.2-5.3-5.3-2.2 5.3-2.2z" fill="${pale}"/>` +
    `<path d="M0-4l4 4-4 4-4-4zM37-4l4 4-4 4-4-4zM0 33l4 4-4 4-4-4zM37 33l4 4-4 4-4-4z" fill="${pale}"/>`],
  // a Greek key, row over row
  meander: ["#46562A", "#F1E9CF", 37, 0, (ink, pale) =>
    `<path d="M0 31H30V6H7V23H22V14H14" fill="none" stroke="${pale}" stroke-width="2.6"/><path d="M30 31H37" stroke="${pale}" stroke-width="2.6"/>`],
};

function back([x, y, w, h], name) {
  const [ink, pale, tile, turned, draw] = LATTICES[name];
  const inside = (by) => `x="${x + by}" y="${y + by}" width="${w - 2 * by}" height="${h - 2 * by}"`;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${x} ${y} ${w} ${h}"><defs>` +
    `<pattern id="q" x="${x + 14 - (tile - (w - 28) % tile) / 2}" y="${y + 14}" width="${tile}" height="${tile}" patternUnits="userSpaceOnUse" patternTransform="rotate(${turned})">` +
    `<rect width="${tile}" height="${tile}" fill="${ink}"/>${draw(ink, pale)}</pattern></defs>` +
    `<rect ${inside(0.5)} rx="15" fill="${PAPER}" stroke="#8C7F6E"/><rect ${inside(14)} rx="7" fill="url(#q)"/>` +
    `<rect ${inside(18)} rx="4" fill="none" stroke="${pale}" stroke-width="2"/></svg>`
  );
}

const backs = (box) => Object.fromEntries(Object.keys(LATTICES).map((name) => [`back-${name}`, back(box, name)]));

/** The Latin sprite taken apart. */
function latin(big) {
  const sprite = readFileSync(join(WEB, "art/latin.svg"), "utf8");
  const shared = new Map([...sprite.matchAll(/^<g id="([^"]+)"(.*)<\/g>$/gm)].map((m) => [m[1], m[2]]));
  const file = (body) => {
    const need = [], todo = [body];
    while (todo.length) {
      for (const [, ref] of todo.pop().matchAll(/href="#(L[^"]+)"/g)) {
        if (!need.includes(ref) && shared.has(ref)) { need.push(ref); todo.push(shared.get(ref)); }
      }
    }
    const defs = need.map((key) => `<g id="${key}"${shared.get(key)}</g>`).join("");
    return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 312"><defs>${defs}</defs>${body}</svg>`;
  };
  const found = {};
  for (const [, key, body] of sprite.matchAll(/<symbol id="(\d+[dceb])"[^>]*>(.*?)<\/symbol>/gs)) {
    if (!big) { found[key] = file(body); continue; }
    const [, open, rest] = /^(<g [^>]*><use href="#Lp."\/>)(.*)$/s.exec(body);
    const [art, index] = rest.split(`<g id="I${key}">`);
    const digits = /^(<g fill="none".*?<\/g>)<use href="#Lm/s.exec(index)[1];
    const suit = `<use href="#Lm${key.at(-1)}" transform="translate(35 113) scale(1.45)"/>`;
    const k = 0.8;
    found[key] = file(
      `${open}<g transform="translate(${fixed(188 - 188 * k, 0)} ${fixed(302 - 302 * k, 0)}) scale(${k})">${art}</g>` +
      `<g transform="translate(17 17) scale(1.62) translate(-17 -17)"><g stroke-linecap="round">` +
      digits.replaceAll("#1f1a1c", "#fbf4e1").replaceAll("5.2", "13") + digits.replaceAll("5.2", "6.2") + `</g></g>${suit}</g>`,
    );
  }
  found.back = file(/<symbol id="back"[^>]*>(.*?)<\/symbol>/s.exec(sprite)[1]);
  return Object.assign(found, backs([0, 0, 200, 312]));
}

function small(text) {
  return optimize(text, {
    multipass: true,
    floatPrecision: 1,
    plugins: [{ name: "preset-default", params: { overrides: { cleanupIds: false, convertTransform: { floatPrecision: 3 } } } }],
  }).data;
}

function write(name, faces) {
  const made = Object.fromEntries(Object.entries(faces).map(([key, text]) => [key, small(text)]));
  writeFileSync(join(OUT, `${name}.json`), JSON.stringify(made));
}

mkdirSync(OUT, { recursive: true });
for (const [ink, colours] of [["", TWO], ["-four", FOUR]]) {
  for (const big of [true, false]) {
    const faces = {};
    for (const suit of "cdhs") for (const rank of "A23456789TJQK") faces[rank + suit] = face(rank, suit, colours, big);
    Object.assign(faces, backs([-125, -175, 250, 350]));
    faces.back = faces["back-cups"];
    write(`french${ink}-${big ? "big" : "full"}`, faces);
  }
}
write("latin-big", latin(true));
write("latin-full", latin(false));
