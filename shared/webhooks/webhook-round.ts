import type { Feed } from "../events/ports.ts";
import type { Clock } from "../kernel/clock.ts";
import { failingSince, isGone, type Tried } from "./domain/health.ts";
import type { WebhookReplay } from "./domain/replay.ts";
import { breadthAfter, jobsAtMost, requestsAtOnce } from "./domain/requests-at-once.ts";
import { backsOff, isProbe, isStalled, stallAfter } from "./domain/stall.ts";
import type { Webhook } from "./domain/webhook.ts";
import { dueJobs, type FindJobsDeps, newJobs, replayJobs, type Stretch } from "./find-jobs.ts";
import type { WebhookLease, WebhookProgress, WebhookProgressStore } from "./ports.ts";
import { type Job, type PostponedTry, type TryEventDeps, tryEvent } from "./try-event.ts";

export interface WebhookRoundDeps extends FindJobsDeps, TryEventDeps {
  readonly webhookLog: FindJobsDeps["webhookLog"] & TryEventDeps["webhookLog"];
  readonly progress: Pick<WebhookProgressStore, "advance" | "replayed">;
  readonly feed: FindJobsDeps["feed"] & Pick<Feed, "head">;
  readonly clock: Clock;
}

/** The webhook to which a worker sends, with its lease and its progress. */
export interface Turn {
  readonly webhook: Webhook;
  readonly lease: WebhookLease;
  /** No request of the round begins after this time in epoch milliseconds. */
  readonly endsAt: number;
  progress: WebhookProgress;
  replay: WebhookReplay | undefined;
}

export interface Round {
  readonly tries: readonly Tried[];
  /** `lost`: another worker has the lease. `idle`: nothing was left to do. `later`: the webhook is in a back-off. `more`: another round follows. */
  readonly end: "lost" | "idle" | "later" | "more";
}

/**
 * Sends a limited number of due, new and replayed events, or a single event to a receiver that stalled in the last round. Moves the progress
 * as far as all events are done.
 */
export async function webhookRound(deps: WebhookRoundDeps, turn: Turn): Promise<Round> {
  const { webhook } = turn;
  const limit = jobsAtMost(turn.progress);
  const [due, fresh] = await Promise.all([
    dueJobs(deps, webhook, { nowMs: deps.clock.now(), limit }),
    freshStretch(deps, turn, limit),
  ]);
  const again = await replayStretch(deps, turn, due.length + (fresh?.jobs.length ?? 0), due);
  if (due.length === 0 && fresh === undefined && again === undefined) return { tries: [], end: "idle" };
  const jobs = [...alternating(due, fresh?.jobs ?? []), ...(again?.jobs ?? [])];
  const done = await tryAll(deps, turn, isProbe(turn.progress) ? jobs.slice(0, 1) : jobs);
  const { tries, isDone } = done;
  turn.progress = progressAfter(deps, turn.progress, done);
  if (fresh) turn.progress = { ...turn.progress, position: endOf(fresh, isDone) };
  if (!(await deps.progress.advance(turn.lease, turn.progress))) return { tries, end: "lost" };
  if (again) await moveReplay(deps, turn, endOf(again, isDone));
  return { tries, end: backsOff(turn.progress, deps.clock.now()) ? "later" : "more" };
}

function progressAfter(
  { clock, identifiers }: WebhookRoundDeps,
  progress: WebhookProgress,
  { tries, postponedSeconds }: Tries,
): WebhookProgress {
  const at = { nowMs: clock.now(), random: identifiers.random() };
  const after = {
    ...progress,
    failingSinceMs: failingSince(progress.failingSinceMs, tries),
    ...stallAfter(progress, tries, at),
    ...breadthAfter(progress, tries),
  };
  return postponedSeconds === undefined ? after : { ...after, backsOffUntilMs: at.nowMs + postponedSeconds * 1000 };
}

async function freshStretch(
  deps: WebhookRoundDeps,
  { webhook, progress }: Turn,
  limit: number,
): Promise<Stretch | undefined> {
  const { position: after } = progress;
  return (await deps.feed.head(webhook.owner)) > after ? newJobs(deps, webhook, { after, limit }) : undefined;
}

/** Returns jobs of the replay, as many as the round has room for, so that a replay delays nothing else. */
async function replayStretch(
  deps: WebhookRoundDeps,
  { webhook, replay, progress }: Turn,
  taken: number,
  due: readonly Job[],
): Promise<Stretch | undefined> {
  // Events after `position` have not had their first try. They are sent as new events, and not by the replay.
  const until = Math.min(replay?.until ?? 0, progress.position);
  const limit = jobsAtMost(progress);
  if (replay === undefined || taken >= limit || replay.position >= until) return undefined;
  const { jobs, end } = await replayJobs(deps, webhook, { ...replay, until }, limit);
  const isDue = new Set(due.map(({ eventId }) => eventId));
  return { jobs: jobs.filter(({ eventId }) => !isDue.has(eventId)), end };
}

async function moveReplay({ progress }: WebhookRoundDeps, turn: Turn, position: number): Promise<void> {
  const { replay, webhook } = turn;
  if (replay === undefined) return;
  await progress.replayed(webhook.id, replay, position);
  turn.replay = position >= replay.until ? undefined : { ...replay, position };
}

/** Mixes two lists by turns, so that neither delays the other. */
function alternating<Item>(one: readonly Item[], other: readonly Item[]): Item[] {
  const length = Math.max(one.length, other.length);
  return Array.from({ length }, (_, i) => [one.slice(i, i + 1), other.slice(i, i + 1)]).flat(2);
}

const endOf = ({ jobs, end }: Stretch, isDone: (job: Job) => boolean): number => {
  const first = jobs.find((job) => !isDone(job));
  return first === undefined ? end : first.position - 1;
};

interface Tries {
  readonly tries: readonly Tried[];
  readonly isDone: (job: Job) => boolean;
  /** The seconds to wait before a try that could not be made yet; undefined when all could be made. */
  readonly postponedSeconds: number | undefined;
}

/**
 * Makes the tries in order, `requestsAtOnce` of them at the same time. No further try begins when the time is up, when the receiver answered
 * 410 or only stalls, or when a try could not be made yet.
 */
async function tryAll(
  deps: WebhookRoundDeps,
  { webhook, endsAt, progress }: Turn,
  jobs: readonly Job[],
): Promise<Tries> {
  const done = new Set<Job>();
  const tries: Tried[] = [];
  const errors: unknown[] = [];
  const rest = jobs.values();
  const postponed: PostponedTry[] = [];
  const note = (job: Job, tried: Tried | PostponedTry | undefined): void => {
    if (tried && "retryInSeconds" in tried) {
      postponed.push(tried);
      return;
    }
    if (tried) tries.push(tried);
    done.add(job);
  };
  const isOver = () => tries.some(isGone) || (tries.length > 0 && tries.every(isStalled));
  const mayBegin = () => deps.clock.now() < endsAt && errors.length === 0 && postponed.length === 0 && !isOver();
  const worker = async (): Promise<void> => {
    while (mayBegin()) {
      const { value: job, done: isLast } = rest.next();
      if (isLast) return;
      note(job, await tryEvent(deps, webhook, job));
    }
  };
  const length = Math.min(jobs.length, requestsAtOnce(progress));
  await Promise.all(Array.from({ length }, () => worker().catch((error: unknown) => void errors.push(error))));
  if (errors.length > 0) throw errors[0];
  return { tries, isDone: (job: Job) => done.has(job), postponedSeconds: postponed[0]?.retryInSeconds };
}
