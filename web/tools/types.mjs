// The types of the sockets, from the schemas that the server publishes: `npm run types` writes src/lib/wire.ts and lobby.ts.
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { compile } from "json-schema-to-typescript";

const WEB = join(dirname(fileURLToPath(import.meta.url)), "..");
const SCHEMAS = { wire: "Wire", lobby: "Lobby" };
const head = (name) => `// Made by \`npm run types\` from src/kafenio/server/${name}.schema.json: do not edit.\n`;

/** An object without named fields may have any. */
function open(part) {
  if (part === null || typeof part !== "object") return;
  if (part.type === "object" && !part.properties) part.additionalProperties ??= true;
  Object.values(part).forEach(open);
}

/** The types of one socket: "wire" of a table's, "lobby" of the lobby's. */
export async function types(name = "wire") {
  const schema = JSON.parse(readFileSync(join(WEB, `../src/kafenio/server/${name}.schema.json`), "utf8"));
  for (const part of Object.values(schema.$defs)) delete part.title;
  open(schema);
  schema.title = SCHEMAS[name];
  schema.anyOf = [{ $ref: "#/$defs/FromClient" }, { $ref: "#/$defs/FromServer" }];
  const text = await compile(schema, SCHEMAS[name], { additionalProperties: false, bannerComment: "", unreachableDefinitions: true });
  return head(name) + text;
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  for (const name of Object.keys(SCHEMAS)) writeFileSync(join(WEB, `src/lib/${name}.ts`), await types(name));
