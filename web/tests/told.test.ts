// Events in words, against those of the Python teller: tests/web/test_told.py writes them down and runs this.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { use, type Part, type Text } from "../src/lib/i18n";
import { sentence } from "../src/lib/i18n/speak";
import type { Message, TableState } from "../src/lib/wire";

interface Case { table: TableState; seat: number | null; message: Message; texts: Record<string, string> }

const file = process.env["KAFENIO_TOLD"] ?? "";
const { names, cases } = (file ? JSON.parse(readFileSync(file, "utf8")) : { names: [], cases: [] }) as { names: string[]; cases: Case[] };
const plain = (parts: Part[]): string => parts.map((part) => (typeof part === "string" ? part : "card" in part ? part.card : part.name)).join("");

test.skipIf(!file).each(["en", "fr", "ru", "el", "es", "ar"])("the browser says in %s what the terminal says", (language) => {
  use(language, JSON.parse(readFileSync(new URL(`../src/generated/words/${language}.json`, import.meta.url), "utf8")) as Record<string, Text>);
  const differing = cases
    .map(({ table, seat, message, texts }) => ({ id: message.id, web: plain(sentence(message, { table, seat, name: (n) => names[n]! })), python: texts[language] }))
    .filter(({ web, python }) => web !== python);
  expect(differing.slice(0, 12)).toEqual([]);
});
