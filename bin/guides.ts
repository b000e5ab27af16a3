import { writeGuides } from "../lib/local/guides/write-guides.ts";

// Writes the guides as files into the folder given, to be served below /docs/guides/ by whatever serves files: npx node bin/guides.ts <folder>
const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error("usage: npx node bin/guides.ts <folder>");
await writeGuides(folder);
