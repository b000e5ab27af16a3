// Read on any Node, before anything is installed.

const SYNTHESISING = new Set(["cost", "deploy", "diff", "doctor", "pipeline", "synth"]);
const HELP = new Set(["--help", "-h"]);

/** Whether a command line synthesises, and so needs the packages for developing, the CDK among them. */
export function needsDeveloping([name = "", ...options]) {
  if (!SYNTHESISING.has(name) || options.some((option) => HELP.has(option))) return false;
  // Of this machine's stack nothing is synthesised.
  return name !== "doctor" || options.some((option) => option.startsWith("--stage"));
}
