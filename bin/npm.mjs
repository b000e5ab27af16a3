// Calls npm, on any Node that the machine has, so it is plain JavaScript.
import { spawnSync } from "node:child_process";

/** Quiet, and without questions to the registry that nobody asked for. */
const MANNER = ["--no-audit", "--no-fund", "--loglevel=error"];

/** Inside a script npm names its own program; Windows starts no `npm` without a shell. */
export function npm(args, options) {
  const cli = process.env.npm_execpath;
  const [program, first] = cli === undefined ? ["npm", []] : [process.execPath, [cli]];
  return spawnSync(program, [...first, ...args, ...MANNER], { stdio: "inherit", ...options });
}
