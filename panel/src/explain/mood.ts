/** The outcome of something: done, done in part, waits, under way, failed, ended without a result, a mere fact. */
export type Mood = "ok" | "part" | "wait" | "run" | "bad" | "off" | "note";
