import { cp } from "node:fs/promises";
import { runCommand } from "../lib/command-line.ts";
import { builtGuides } from "../lib/guides-build.ts";

// Builds the guides, and names the folder; given another one, copies them there, to be served by whatever serves files below /docs/guides/.
await runCommand("usage: npm run docs [-- <folder>]", async ([folder]) => {
  const built = await builtGuides();
  if (folder !== undefined) await cp(built, folder, { recursive: true });
  console.log(folder ?? built);
});
