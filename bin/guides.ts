import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { guidesSite } from "../lib/local/guides/guides-site.ts";

// Writes the guides as files into the folder given, to be served below /docs/guides/ by whatever serves files: node bin/guides.ts <folder>
const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error("usage: node bin/guides.ts <folder>");
for (const [path, { type, text }] of await guidesSite()) {
  const file = join(folder, type.startsWith("text/html") ? `${path}.html` : path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
