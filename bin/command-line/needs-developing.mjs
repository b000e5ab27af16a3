// This file must run on any Node, before anything is installed.

const SYNTHESISING = new Set(["cost", "deploy", "diff", "doctor", "pipeline", "prove", "synth"]);
const HELP = new Set(["--help", "-h"]);

/** Says whether a command line synthesises, and therefore needs the development packages such as the CDK. */
export function needsDeveloping([name = "", ...options]) {
  if (!SYNTHESISING.has(name) || options.some((option) => HELP.has(option))) return false;
  // The doctor synthesises only for a stage, and not for the stack on this machine.
  return name !== "doctor" || options.some((option) => option.startsWith("--stage"));
}
