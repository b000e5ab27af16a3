// This file calls npm. It must run on any Node, so it is plain JavaScript.
import { spawnSync } from "node:child_process";

/** These options make npm quiet and prevent needless requests to the registry. */
const MANNER = ["--no-audit", "--no-fund", "--loglevel=error"];

/**
 * Runs npm. In a script, npm names its own program in `npm_execpath`. On Windows `npm` cannot be started without a
 * shell.
 */
export function npm(args, options) {
  const cli = process.env.npm_execpath;
  const [program, first] = cli === undefined ? ["npm", []] : [process.execPath, [cli]];
  return spawnSync(program, [...first, ...args, ...MANNER], { stdio: "inherit", ...options });
}
