/** The tones of an outcome: done, partly done, waiting, running, failed, without a result, or only a fact. */
export type Tone = "ok" | "part" | "wait" | "run" | "bad" | "off" | "note";
