// The wire's types from the server's OpenAPI document: made anew only when the document has changed.
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import openapiTS, { astToString } from "openapi-typescript";

const from = new URL("../openapi.json", import.meta.url);
const to = new URL("../src/api/schema.d.ts", import.meta.url);
const text = readFileSync(from, "utf8");
const mark = `// openapi.json ${createHash("sha256").update(text).digest("hex")}\n`;
const PLACE = "#/components/schemas/";

function isFresh() {
  try {
    return readFileSync(to, "utf8").startsWith(mark);
  } catch {
    return false;
  }
}

/** A name that means itself, or nothing, is taken as anything: said aloud, and no reason to build no pages. */
function mended(document) {
  const shapes = document.components.schemas;
  for (const [name, shape] of Object.entries(shapes)) {
    if (shape.$ref === PLACE + name) {
      console.warn(`openapi.json: ${name} refers to itself`);
      shapes[name] = {};
    }
  }
  return JSON.parse(JSON.stringify(document), (key, value) => {
    if (typeof value?.$ref !== "string" || value.$ref.slice(PLACE.length) in shapes) return value;
    console.warn(`openapi.json: ${value.$ref} is not there`);
    return {};
  });
}

if (!isFresh()) writeFileSync(to, mark + astToString(await openapiTS(mended(JSON.parse(text)))));
