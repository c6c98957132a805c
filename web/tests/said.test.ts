// Nothing that people read is written in a component: it comes from the catalogs.
import { globSync, readFileSync } from "node:fs";
import { parse } from "svelte/compiler";
import { expect, test } from "vitest";

const ALLOWED = new Set(["Kafenio", "· Kafenio", "Esc"]); // names, and what stands on a key
const READ = new Set(["aria-label", "aria-description", "aria-placeholder", "aria-roledescription", "aria-valuetext", "title", "placeholder", "alt", "label"]);
const LETTERS = /\p{L}/u;

interface Node { type: string; [field: string]: unknown }
const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null && "type" in value;
const inside = (node: Node): Node[] => Object.values(node).flatMap((value) => (Array.isArray(value) ? value : [value])).filter(isNode);

/** Words that an expression may put on the screen: not what is compared, given to a function or used as a key. */
function literals(node: Node): string[] {
  switch (node.type) {
    case "Literal":
      return typeof node["value"] === "string" ? [node["value"]] : [];
    case "TemplateElement":
      return [(node["value"] as { raw: string }).raw];
    case "ConditionalExpression":
      return [node["consequent"], node["alternate"]].flatMap((part) => literals(part as Node));
    case "BinaryExpression":
      return node["operator"] === "+" ? inside(node).flatMap(literals) : [];
    case "CallExpression":
    case "MemberExpression":
    case "NewExpression":
      return [];
    default:
      return inside(node).flatMap(literals);
  }
}

/** Everything readable that stands in the markup. */
function said(node: Node): string[] {
  if (node.type === "Text") return [node["data"] as string];
  if (node.type === "ExpressionTag") return literals(node["expression"] as Node);
  if (node.type.endsWith("Directive")) return [];
  if (node.type === "Attribute") {
    const value = node["value"];
    return READ.has(node["name"] as string) ? (Array.isArray(value) ? value : [value]).filter(isNode).flatMap(said) : [];
  }
  return inside(node).flatMap(said);
}

const written = (source: string): string[] =>
  said(parse(source, { modern: true }).fragment as unknown as Node).map((text) => text.trim()).filter((text) => LETTERS.test(text) && !ALLOWED.has(text));

test.each(globSync("src/**/*.svelte", { cwd: new URL("..", import.meta.url).pathname }))("%s says nothing of its own", (file) => {
  expect(written(readFileSync(new URL(`../${file}`, import.meta.url), "utf8"))).toEqual([]);
});

test.each([
  ["<p>Hello</p>", "Hello"],
  ['<button aria-label="Close" />', "Close"],
  ["<p>{open ? \"Open\" : t('id')}</p>", "Open"],
  ["<img alt={`Card ${n}`} />", "Card"],
  ["{#if x}<b>Да</b>{/if}", "Да"],
  ["<Dialog title=\"Menu\" />", "Menu"],
])("the lint finds %s", (source, word) => {
  expect(written(source)).toEqual([word]);
});

test.each(['<p class="note">{t("id")}</p>', "<p>{a === \"x\" ? t('id') : 3}</p>", "<title>{name} · Kafenio</title>", "<p>+{n}</p>"])("the lint lets pass %s", (source) => {
  expect(written(source)).toEqual([]);
});
