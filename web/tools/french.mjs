// The SVGs of @letele/playing-cards (CC0) as text: the package holds React components, so React is stood in for.
import { readFileSync, writeFileSync, mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const WEB = join(dirname(fileURLToPath(import.meta.url)), "..");
const KEPT = new Set(["viewBox", "preserveAspectRatio", "patternUnits", "patternTransform", "clipPathUnits"]);
const STANDS_IN = `
const KEPT = new Set(${JSON.stringify([...KEPT])});
const attribute = (name) => name === "xlinkHref" ? "href" : KEPT.has(name) ? name : name.replace(/[A-Z]/g, (c) => "-" + c.toLowerCase());
const _extends = Object.assign;
const React = {
  createElement(tag, given, ...inside) {
    const { className, xmlnsXlink, ...rest } = given ?? {};
    const written = Object.entries(rest).filter(([, v]) => v !== undefined).map(([k, v]) => \` \${attribute(k)}="\${v}"\`).join("");
    return \`<\${tag}\${written}>\${inside.flat().filter((x) => x !== null).join("")}</\${tag}>\`;
  },
};
`;

/** { Ck: "<svg …", C7: … } */
export async function french() {
  const source = readFileSync(join(WEB, "node_modules/@letele/playing-cards/dist/index.esm.js"), "utf8");
  const folder = join(WEB, "node_modules/.kafenio");
  mkdirSync(folder, { recursive: true });
  const file = join(folder, "french.mjs");
  writeFileSync(file, STANDS_IN + source.replace(/^import .*$/gm, ""));
  const found = await import(pathToFileURL(file).href);
  return Object.fromEntries(Object.entries(found).map(([name, component]) => [name, component({})]));
}
