import { Herald, HeraldError, type HeraldEvent } from "../../client/src/herald.ts";
import { reasonOf } from "../../lib/reason.ts";
import { NoStackError } from "../local-stack/stack-on-this-machine.ts";
import type { Target } from "./target.ts";

export interface Listening {
  /** Returns the service to listen to. It is called again after a failure. */
  readonly target: () => Target;
  /** Lists types separated by commas. Without it, all types are passed on. */
  readonly types?: string | undefined;
  readonly signal: AbortSignal;
}

export interface ListenTools {
  readonly hear: (event: HeraldEvent) => Promise<void> | void;
  /** Receives messages about the connection. */
  readonly say: (line: string) => void;
  readonly pause: (ms: number) => Promise<void>;
  readonly ask: typeof fetch;
}

/** Contains the position in the feed and the client that reads it. */
interface Place {
  readonly cursor: string;
  readonly failures: number;
  /** The client is absent at the beginning and after a failure. */
  readonly herald?: Herald;
}

/**
 * A request every two seconds uses half of a key's rate. The other half is left for the program that shares the key.
 */
const INTERVAL_MS = 2000;
const LONGEST_PAUSE_MS = 10_000;
const ANSWER_MS = 15_000;
const FROM_NOW = "now";
const START: Place = { cursor: FROM_NOW, failures: 0 };

/**
 * Passes on every event from now on, in order, until the signal aborts. If the service does not answer, it waits and
 * later passes on the events of that time. Throws at a refusal.
 */
export async function listen(listening: Listening, tools: ListenTools): Promise<void> {
  const { signal } = listening;
  for (let place = START; !signal.aborted; ) {
    place = await goOn(place, listening, tools).catch((error: unknown) => {
      if (signal.aborted) return place;
      return afterFailure(error, place, tools);
    });
  }
}

async function goOn(place: Place, { target, types, signal }: Listening, tools: ListenTools): Promise<Place> {
  const herald = place.herald ?? clientOf(target(), tools.ask);
  const query = { cursor: place.cursor, ...(types === undefined ? {} : { types }) };
  const { events, next_cursor: cursor } = await herald.events.page(query, { signal });
  if (place.herald === undefined) tools.say(`listening to ${target().baseUrl}`);
  for (const event of events) {
    if (signal.aborted) break;
    await tools.hear(event);
  }
  if (events.length === 0) await tools.pause(INTERVAL_MS);
  return { cursor, failures: 0, herald };
}

const clientOf = ({ baseUrl, apiKey }: Target, ask: typeof fetch): Herald =>
  new Herald({ baseUrl, apiKey, fetch: ask, timeoutMs: ANSWER_MS, maxRetries: 0 });

async function afterFailure(error: unknown, place: Place, { say, pause }: ListenTools): Promise<Place> {
  const failures = place.failures + 1;
  const cursor = isForeignCursor(error, place) ? FROM_NOW : place.cursor;
  if (cursor === place.cursor && !isAway(error)) throw error;
  if (failures === 1) say(`${reasonOf(error)}; asking again until there is an answer`);
  const askedMs = error instanceof HeraldError ? (error.retryAfterSeconds ?? 0) * 1000 : 0;
  await pause(Math.max(askedMs, Math.min(LONGEST_PAUSE_MS, INTERVAL_MS * failures)));
  return { cursor, failures };
}

/** Says whether the cursor belongs to a stack that has lost its data in the meantime. */
const isForeignCursor = (error: unknown, { cursor }: Place): boolean =>
  error instanceof HeraldError && error.status === 400 && cursor !== FROM_NOW;

/** Says whether the service did not refuse, so that another request may succeed. */
function isAway(error: unknown): boolean {
  if (error instanceof NoStackError) return true;
  if (!(error instanceof HeraldError)) return false;
  const { status } = error;
  return status === undefined || status === 408 || status === 429 || status >= 500;
}
