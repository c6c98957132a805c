// The types of the wire, from the schema that the server publishes: `npm run types` writes src/lib/wire.ts.
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { compile } from "json-schema-to-typescript";

const WEB = join(dirname(fileURLToPath(import.meta.url)), "..");
const HEAD = "// Made by `npm run types` from src/kafenio/server/wire.schema.json: do not edit.\n";

/** An object without named fields may have any. */
function open(part) {
  if (part === null || typeof part !== "object") return;
  if (part.type === "object" && !part.properties) part.additionalProperties ??= true;
  Object.values(part).forEach(open);
}

export async function types() {
  const schema = JSON.parse(readFileSync(join(WEB, "../src/kafenio/server/wire.schema.json"), "utf8"));
  for (const part of Object.values(schema.$defs)) delete part.title;
  open(schema);
  schema.title = "Wire";
  schema.anyOf = [{ $ref: "#/$defs/FromClient" }, { $ref: "#/$defs/FromServer" }];
  const text = await compile(schema, "Wire", { additionalProperties: false, bannerComment: "", unreachableDefinitions: true });
  return HEAD + text;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(join(WEB, "src/lib/wire.ts"), await types());
