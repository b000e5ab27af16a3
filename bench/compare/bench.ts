import { type BenchResult, median, rounded } from "../bench-result.ts";
import { run as measureCalls } from "../calls/bench.ts";
import { acceptRound } from "./accept.ts";
import { NotStartedError } from "./arena.ts";
import { backlogRound } from "./backlog.ts";
import { fairnessRound } from "./fairness.ts";
import { growthRound } from "./growth.ts";
import { killsRound } from "./kills.ts";
import { latencyRound } from "./latency.ts";
import { type CompareOptions, type ContenderName, type Part, readOptions } from "./options.ts";
import { stallRound } from "./stall.ts";

type Row = Record<string, number | string>;
type Figures = Record<string, number>;

interface Report {
  readonly rows: Row[];
  readonly notes: Set<string>;
}

/** Describes a measurement that every contender goes through. */
interface Discipline {
  readonly what: string;
  readonly rounds: number;
  readonly run: (name: ContenderName) => Promise<Figures>;
}

const SLOW_PROVIDER_MS = 50;

const sharesOf = ({ connections, accounts, before }: Pick<CompareOptions, "connections" | "accounts" | "before">) => ({
  connections,
  accounts,
  before,
});

const DISCIPLINES: Readonly<Record<Exclude<Part, "calls" | "growth">, (options: CompareOptions) => Discipline[]>> = {
  backlog: ({ backlog, rounds, ...options }) =>
    [0, SLOW_PROVIDER_MS].flatMap((providerMs) =>
      [false, true].map((isTls) => ({
        what: `backlog of ${backlog}, provider ${providerMs} ms, ${isTls ? "TLS" : "plain"}`,
        rounds,
        run: (name: ContenderName) => backlogRound(name, { count: backlog, providerMs, isTls, ...sharesOf(options) }),
      })),
    ),
  stall: ({ backlog, rounds, ...options }) =>
    [0, SLOW_PROVIDER_MS].map((providerMs) => ({
      what: `backlog of ${backlog} behind 18 s of silence, provider ${providerMs} ms`,
      rounds,
      run: (name: ContenderName) =>
        stallRound(name, { count: backlog, providerMs, isTls: false, ...sharesOf(options) }),
    })),
  accept: ({ backlog, callers, rounds, ...options }) => [
    {
      what: `accepting, ${callers} callers`,
      rounds,
      run: (name: ContenderName) => acceptRound(name, { callers, mails: backlog, isTls: false, ...sharesOf(options) }),
    },
  ],
  latency: ({ rates, seconds, rounds, ...options }) =>
    rates.map((perSecond: number) => ({
      what: `end to end at ${perSecond} requests/s`,
      rounds,
      run: (name: ContenderName) => latencyRound(name, { perSecond, seconds, isTls: false, ...sharesOf(options) }),
    })),
  // There are only two connections, because the backlog belongs to one account.
  fairness: ({ fairnessBacklog, before }) => [
    {
      what: `second owner behind ${fairnessBacklog}, provider ${SLOW_PROVIDER_MS} ms`,
      rounds: 1,
      run: (name: ContenderName) =>
        fairnessRound(name, {
          backlog: fairnessBacklog,
          providerMs: SLOW_PROVIDER_MS,
          connections: 2,
          accounts: 1,
          before,
          isTls: false,
        }),
    },
  ],
  kills: ({ kills, killsPerSecond: perSecond, ...options }) => [
    {
      what: `${kills} times kill -9 at ${perSecond} requests/s`,
      rounds: 1,
      run: (name: ContenderName) => killsRound(name, { kills, perSecond, isTls: false, ...sharesOf(options) }),
    },
  ],
};

/**
 * Runs the rounds. In every round all contenders take turns, so that disturbances on the machine affect all of them.
 */
async function compete({ what, rounds, run }: Discipline, options: CompareOptions, report: Report): Promise<void> {
  const results = new Map<ContenderName, Figures[]>(options.contenders.map((name) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    for (const [name, figures] of results) {
      try {
        figures.push(await run(name));
        console.log(`  ${what}, round ${round + 1}, ${name}: ${JSON.stringify(figures.at(-1))}`);
      } catch (error) {
        const reason = error instanceof NotStartedError ? "could not be started" : "did not come to an end";
        report.notes.add(`${what}: ${name} ${reason}: ${String(error).slice(0, 300)}`);
      }
    }
  }
  for (const [name, figures] of results)
    if (figures.length > 0) report.rows.push({ what, contender: name, rounds: figures.length, ...medians(figures) });
}

function medians(figures: readonly Figures[]): Figures {
  const names = Object.keys(figures[0] ?? {});
  return Object.fromEntries(
    names.map((name) => [name, rounded(median(figures.map((one) => one[name] ?? Number.NaN)))]),
  );
}

async function alone(part: Part, options: CompareOptions, report: Report): Promise<void> {
  if (part === "calls") {
    for (const row of (await measureCalls()).rows)
      report.rows.push({ what: "calls per notification", contender: "herald", ...row });
    return;
  }
  for (const stored of options.stored) {
    const figures = await growthRound({ stored, isTls: false, ...sharesOf(options) });
    console.log(`  growth: ${JSON.stringify(figures)}`);
    report.rows.push({ what: "latency with many stored", contender: "herald", ...figures });
  }
}

/**
 * Compares Herald with BullMQ and pg-boss, each with nodemailer, all sending to the same mail server. HERALD_COMPARE_*
 * selects what is measured.
 */
export async function run(): Promise<BenchResult> {
  const options = readOptions();
  const report: Report = { rows: [], notes: new Set() };
  for (const part of options.parts) {
    if (part === "calls" || part === "growth") await alone(part, options, report);
    else for (const discipline of DISCIPLINES[part](options)) await compete(discipline, options, report);
  }
  return {
    name: "Herald beside BullMQ and pg-boss",
    rows: report.rows,
    notes: [
      `Medians; ${options.connections} connections to the sink, for everybody, but 2 where a second owner waits; ${options.accounts} sending account(s) of Herald's; mails of 720 bytes of text.`,
      "Herald: the whole local stack with its HTTP API, checks and embedded engines. The others: a bare HTTP server around the library, nodemailer's pool, Debian's stores.",
      ...report.notes,
    ],
  };
}
