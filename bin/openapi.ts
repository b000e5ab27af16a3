import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { openApiDocument } from "../shared/contract/openapi.ts";

// Writes the OpenAPI document to the path given; `npm run check` lints it there.
const [path] = process.argv.slice(2);
if (path === undefined) throw new Error("usage: npx node bin/openapi.ts <file>");
mkdirSync(dirname(path), { recursive: true });
writeFileSync(path, `${JSON.stringify(openApiDocument(), null, 2)}\n`);
