// What makes the client installable, into the folder of the build: icons from the logo, the manifest, the service worker with
// the list of what it keeps. `node tools/pwa.mjs FOLDER`
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { initWasm, Resvg } from "@resvg/resvg-wasm";

const WEB = join(dirname(fileURLToPath(import.meta.url)), "..");
const STATIC = process.argv[2];
const WALL = "#F4EEE2", CHERRY = "#8C2B2F";
const AT_HAND = [/^commissioner-latin-/, /^vollkorn-latin-/]; // fonts of the first screen

await initWasm(readFileSync(createRequire(import.meta.url).resolve("@resvg/resvg-wasm/index_bg.wasm")));

// Icons. A mask may cut to a circle of 80 %; Apple wants no transparent corners.
const logo = readFileSync(join(WEB, "src/assets/logo.svg"), "utf8").replace(/<svg[^>]*>|<\/svg>/g, "");

function icon(name, size, scale, ground) {
  const edge = (64 - 64 * scale) / 2;
  const back = ground ? `<rect width="64" height="64" fill="${ground}"/>` : "";
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">${back}<g transform="translate(${edge} ${edge}) scale(${scale})">${logo}</g></svg>`;
  writeFileSync(join(STATIC, "icons", name), new Resvg(svg, { fitTo: { mode: "width", value: size } }).render().asPng());
}

mkdirSync(join(STATIC, "icons"), { recursive: true });
icon("192.png", 192, 1);
icon("512.png", 512, 1);
icon("mask-512.png", 512, 0.84, CHERRY);
icon("apple-180.png", 180, 0.88, WALL);

const image = (name, size, purpose) => ({ src: `/icons/${name}`, sizes: `${size}x${size}`, type: "image/png", purpose });
const manifest = {
  id: "/",
  name: "Kafenio",
  short_name: "Kafenio",
  description: "Kontsina, Konchinka, Kozel, Ronda",
  start_url: "/",
  scope: "/",
  display: "standalone",
  background_color: WALL,
  theme_color: WALL,
  categories: ["games"],
  icons: [image("192.png", 192, "any"), image("512.png", 512, "any"), image("mask-512.png", 512, "maskable")],
  shortcuts: [
    { name: "Open tables", url: "/tables", icons: [image("192.png", 192, "any")] },
    { name: "Pass and play", url: "/pass", icons: [image("192.png", 192, "any")] },
  ],
};
writeFileSync(join(STATIC, "manifest.webmanifest"), JSON.stringify(manifest));

// What the first screen is made of, by Vite's own list.
const built = JSON.parse(readFileSync(join(STATIC, ".vite/manifest.json"), "utf8"));
const files = new Set();

function take(key) {
  const part = built[key];
  if (!part || files.has(part.file)) return;
  for (const file of [part.file, ...(part.css ?? []), ...(part.assets ?? [])]) if (!/\.(woff2|json)$/.test(file)) files.add(file); // no cards: there is nobody to deal them
  for (const next of part.imports ?? []) take(next);
}

take("index.html");
for (const { file } of Object.values(built)) if (AT_HAND.some((font) => font.test(file.replace("assets/", "")))) files.add(file);
const kept = ["/", ...[...files].sort().map((file) => `/${file}`)];
const page = readFileSync(join(STATIC, "index.html"), "utf8");
const version = createHash("sha256").update(JSON.stringify(Object.values(built).map((part) => part.file)) + page).digest("hex").slice(0, 12);
const worker = readFileSync(join(WEB, "worker.js"), "utf8");
writeFileSync(join(STATIC, "sw.js"), worker.replace("FILES = []", `FILES = ${JSON.stringify(kept)}`).replace('VERSION = ""', `VERSION = "${version}"`));
rmSync(join(STATIC, ".vite"), { recursive: true });
