import { runCommand, UsageError } from "../lib/command-line.ts";
import { writeGuides } from "../local/guides/write-guides.ts";

// Writes the guides as files into the folder given, to be served below /docs/guides/ by whatever serves files: npx node bin/guides.ts <folder>
await runCommand("usage: npx node bin/guides.ts <folder>", ([folder]) => {
  if (folder === undefined) throw new UsageError("name the folder");
  return writeGuides(folder);
});
