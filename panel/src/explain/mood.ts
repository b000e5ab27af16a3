/** An outcome is done, partly done, waiting, running, failed, without a result, or a mere fact. */
export type Mood = "ok" | "part" | "wait" | "run" | "bad" | "off" | "note";
