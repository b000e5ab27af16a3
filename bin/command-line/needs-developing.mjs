// Read on any Node, before anything is installed.

/** The commands that synthesise: they need the packages for developing, the CDK among them. */
export const NEEDS_DEVELOPING = new Set(["cost", "deploy", "diff", "doctor", "pipeline", "synth"]);
