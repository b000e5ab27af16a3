import { cp } from "node:fs/promises";
import { runCommand } from "../lib/command-line.ts";
import { builtGuides } from "../lib/guides-build.ts";

// Builds the guides and prints the folder. With an argument it also copies them there, for any server of files below
// /docs/guides/.
await runCommand("usage: npm run docs [-- <folder>]", async ([folder]) => {
  const built = await builtGuides();
  if (folder !== undefined) await cp(built, folder, { recursive: true });
  console.log(folder ?? built);
});
