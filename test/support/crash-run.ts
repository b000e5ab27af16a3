import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import { type Arrival, type CrashAccounts, crashAccounts } from "./crash-accounts.ts";
import { crashStream } from "./crash-stream.ts";
import { LocalStack, type Settings, spawnStack } from "./local-stack.ts";
import { seededRandom } from "./seeded-random.ts";

/** Leases and delays are short, so that work which a kill interrupted continues within seconds. */
const SETTINGS = {
  HERALD_LEASE_SECONDS: "3",
  HERALD_SWEEP_SECONDS: "1",
  HERALD_BACKOFF_BASE_SECONDS: "1",
  HERALD_MAILBOX_KEEP: "1000000",
} as const;

/** These settings keep the default leases, sweeps and delays. */
const AS_PROMISED = { HERALD_MAILBOX_KEEP: "1000000" } as const;

/** A kill can interrupt this many mails at the provider, one per connection of the account (W-connections). */
export const IN_FLIGHT_PER_KILL = 2;
/** The share of kills that hit the stack before it is up. */
const KILLED_WHILE_STARTING = 0.1;
/** The share of kills that end the table engine at the same moment. */
const KILLED_WITH_ENGINE = 0.5;

export interface CrashRunOptions {
  readonly kills: number;
  readonly seed: number;
  readonly perSecond?: number;
  /** The stack is up this long before a kill: at least the first value and less than the second, in milliseconds. */
  readonly upForMs?: readonly [number, number];
  /** After the last kill, everything accepted must end within this time. */
  readonly settleMs?: number;
  /** Keeps the default leases, sweeps and delays, sets no limit for the account, and lets every server accept mails at once. */
  readonly isAsPromised?: boolean;
  readonly onKill?: (kills: number, accepted: number) => void;
  /** Called with the stack before anything is sent. */
  readonly onStart?: (stack: LocalStack) => Promise<void>;
  /** Called with the stack when everything has ended and been counted. */
  readonly onEnd?: (stack: LocalStack) => Promise<void>;
}

/** How long accepted mails waited while the stack was up, counted from their acceptance or from its last start. */
export interface Waits {
  readonly longestMs: number;
  readonly overFiveSeconds: number;
  /** The longest wait counted from the acceptance, including the time when the stack was down. */
  readonly longestFromAcceptanceMs: number;
  readonly overFiveSecondsFromAcceptance: number;
}

export interface CrashReport extends Omit<CrashAccounts, "arrivals"> {
  readonly waits: Waits;
  readonly kills: number;
  readonly seed: number;
  readonly killedWhileStarting: number;
  readonly killedWithEngine: number;
  readonly requests: number;
  /** The time from the last answer until everything had ended and been counted. */
  readonly settledAfterMs: number;
}

/**
 * Chooses how the mailbox treats the n-th address: it accepts most addresses at once, and defers, delays or refuses the others
 * (M-recipients).
 */
function meaningOf(n: number): string {
  if (n % 10 === 3) return "defer1";
  if (n % 25 === 11) return "slow1";
  return n % 50 === 7 ? "reject" : "n";
}

/** Returns a process and all its descendants (proc(5), `children`). */
async function familyOf(pid: number): Promise<number[]> {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, "utf8").catch(() => "");
  const children = text.trim().split(/\s+/).filter(Boolean).map(Number);
  return [pid, ...(await Promise.all(children.map(familyOf))).flat()];
}

function killNow(pids: readonly number[]): void {
  for (const pid of pids) {
    try {
      process.kill(pid, "SIGKILL");
    } catch {
      // The process has already ended together with its parent.
    }
  }
}

async function limitConnections(stack: LocalStack, most: number): Promise<void> {
  const { sub, smtp_account_id: id } = stack.file.demo;
  const json = stack.account({ is_default: true, max_connections: most });
  const answer = await stack.call("PUT", `/api/v1/smtp-accounts/${id}`, { token: await stack.token(sub), json });
  if (answer.status !== 200) throw new Error(`the account was not changed: ${answer.status} ${answer.text}`);
}

const FIVE_SECONDS_MS = 5000;

/** Times are epoch milliseconds. */
interface Restart {
  readonly killedAt: number;
  readonly upAt: number;
}

function waitsOf(arrivals: readonly Arrival[], restarts: readonly Restart[]): Waits {
  const fromAcceptance = arrivals.map(({ acceptedAt, receivedAt }) => receivedAt - acceptedAt);
  const fromStart = arrivals.map(({ acceptedAt, receivedAt }) => {
    const upAt = restarts.findLast(({ killedAt }) => killedAt <= receivedAt)?.upAt ?? 0;
    return receivedAt - Math.max(acceptedAt, upAt);
  });
  const longest = (waits: readonly number[]) => waits.reduce((a, b) => Math.max(a, b), 0);
  const long = (waits: readonly number[]) => waits.filter((ms) => ms > FIVE_SECONDS_MS).length;
  return {
    longestMs: longest(fromStart),
    overFiveSeconds: long(fromStart),
    longestFromAcceptanceMs: longest(fromAcceptance),
    overFiveSecondsFromAcceptance: long(fromAcceptance),
  };
}

/** Starts a stack on the folder and kills it before it is up, or at that moment. */
async function killWhileStarting(dataDir: string, settings: Settings, afterMs: number): Promise<void> {
  const child = spawnStack(dataDir, settings);
  child.stdout?.resume();
  child.stderr?.resume();
  const exited = once(child, "exit");
  await pause(afterMs);
  killNow(await familyOf(child.pid ?? 0));
  await exited;
}

/** Sends a stream of mails to a local stack that is killed with SIGKILL repeatedly, and accounts for each accepted mail. */
export async function crashRun(options: CrashRunOptions): Promise<CrashReport> {
  const { kills, seed, perSecond = 60, upForMs = [200, 2200], settleMs = 60_000, isAsPromised = false } = options;
  const random = seededRandom(seed);
  const settings = isAsPromised ? AS_PROMISED : SETTINGS;
  const stack = await LocalStack.start(settings);
  if (!isAsPromised) await limitConnections(stack, IN_FLIGHT_PER_KILL);
  await options.onStart?.(stack);
  let isUp = true;
  const counts = { killedWhileStarting: 0, killedWithEngine: 0 };
  const addressOf = (n: number) => `${isAsPromised ? "n" : meaningOf(n)}+${n}@crash-${seed}.test`;
  const restarts: Restart[] = [];
  try {
    const stream = crashStream(stack, { perSecond, isUp: () => isUp, addressOf });
    for (let kill = 1; kill <= kills; kill++) {
      const [least, most] = upForMs;
      await pause(least + random() * (most - least));
      const isWithEngine = random() < KILLED_WITH_ENGINE;
      if (isWithEngine) killNow((await familyOf(stack.file.pid)).slice(1));
      if (isWithEngine) counts.killedWithEngine++;
      const killedAt = Date.now();
      await stack.stop("SIGKILL");
      isUp = false;
      if (random() < KILLED_WHILE_STARTING && kill < kills) {
        await killWhileStarting(stack.dataDir, settings, random() * 2500);
        counts.killedWhileStarting++;
        kill++;
      }
      await stack.boot();
      restarts.push({ killedAt, upAt: Date.now() });
      isUp = true;
      options.onKill?.(kill, stream.sendings.filter(({ ids }) => ids.size > 0).length);
    }
    await stream.finish();
    const startedAt = Date.now();
    const { arrivals, ...accounts } = await crashAccounts(stack, stream.sendings, settleMs);
    const settledAfterMs = Date.now() - startedAt;
    await options.onEnd?.(stack);
    const waits = waitsOf(arrivals, restarts);
    return { kills, seed, ...counts, requests: stream.sendings.length, ...accounts, settledAfterMs, waits };
  } finally {
    await stack.close();
  }
}
