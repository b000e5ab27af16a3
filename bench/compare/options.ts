import * as z from "zod";

const list = (fallback: string) =>
  z
    .string()
    .default(fallback)
    .transform((text) =>
      text
        .split(",")
        .map((word) => word.trim())
        .filter(Boolean),
    );
const numbers = (fallback: string) =>
  list(fallback)
    .transform((parts) => parts.map(Number))
    .pipe(z.array(z.int().positive()));
const count = (fallback: number) => z.coerce.number().int().positive().default(fallback);

export const PARTS = ["backlog", "stall", "accept", "latency", "fairness", "kills", "calls", "growth"] as const;
export type Part = (typeof PARTS)[number];
export const NAMES = ["herald", "before", "bullmq", "pg-boss"] as const;
export type ContenderName = (typeof NAMES)[number];

const variables = z.object({
  HERALD_COMPARE_PARTS: list(PARTS.join(",")).pipe(z.array(z.enum(PARTS))),
  HERALD_COMPARE_WITH: list(NAMES.filter((name) => name !== "before").join(",")).pipe(z.array(z.enum(NAMES))),
  HERALD_COMPARE_ROUNDS: count(5),
  HERALD_COMPARE_BACKLOG: count(3000),
  HERALD_COMPARE_FAIRNESS_BACKLOG: count(5000),
  /** This folder holds another installed checkout of Herald, for the contender `before`. */
  HERALD_COMPARE_BEFORE: z.string().default(""),
  /** Each contender has this many connections to the mail server. Herald's sending accounts share them. */
  HERALD_COMPARE_CONNECTIONS: count(20),
  HERALD_COMPARE_ACCOUNTS: count(1),
  HERALD_COMPARE_CALLERS: count(50),
  HERALD_COMPARE_RATES: numbers("20,100,300"),
  HERALD_COMPARE_SECONDS: count(20),
  HERALD_COMPARE_KILLS: count(10),
  HERALD_COMPARE_KILLS_PER_SECOND: count(150),
  HERALD_COMPARE_STORED: numbers("1000,10000,100000"),
});

/** Reads from the environment which parts and contenders to compare, in how many rounds, and with which sizes. */
export const readOptions = () => {
  const given = variables.parse(process.env);
  return {
    parts: given.HERALD_COMPARE_PARTS,
    contenders: given.HERALD_COMPARE_WITH,
    rounds: given.HERALD_COMPARE_ROUNDS,
    backlog: given.HERALD_COMPARE_BACKLOG,
    fairnessBacklog: given.HERALD_COMPARE_FAIRNESS_BACKLOG,
    before: given.HERALD_COMPARE_BEFORE,
    connections: given.HERALD_COMPARE_CONNECTIONS,
    accounts: given.HERALD_COMPARE_ACCOUNTS,
    callers: given.HERALD_COMPARE_CALLERS,
    rates: given.HERALD_COMPARE_RATES,
    seconds: given.HERALD_COMPARE_SECONDS,
    kills: given.HERALD_COMPARE_KILLS,
    killsPerSecond: given.HERALD_COMPARE_KILLS_PER_SECOND,
    stored: given.HERALD_COMPARE_STORED,
  };
};
export type CompareOptions = ReturnType<typeof readOptions>;
