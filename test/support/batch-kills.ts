import { setTimeout as pause } from "node:timers/promises";
import { type Fields, LocalStack } from "./local-stack.ts";
import { seededRandom } from "./seeded-random.ts";

/** Leases are short, so that work which a kill interrupted continues within seconds. */
const SETTINGS = {
  HERALD_LEASE_SECONDS: "3",
  HERALD_SWEEP_SECONDS: "1",
  HERALD_BACKOFF_BASE_SECONDS: "1",
  HERALD_MAILBOX_KEEP: "1000000",
} as const;
const CLIENTS = 4;
const ITEMS = 25;
const REQUEST_TIMEOUT_MS = 10_000;
/**
 * The idempotency key of a request that died with the stack stays reserved for 30 s, so a repeated request may need
 * longer than that.
 */
const ANSWERED_WITHIN_MS = 120_000;
const ENDED_WITHIN_MS = 120_000;

interface SentBatch {
  readonly name: string;
  readonly isAtomic: boolean;
  readonly recipients: readonly string[];
  /** The ids in the 202; undefined until it has come. */
  ids: readonly string[] | undefined;
  tries: number;
}

export interface BatchKillReport {
  readonly batches: number;
  /** The number of batches that were sent again, because no answer had come. */
  readonly repeated: number;
  readonly unanswered: number;
  /**
   * One line of text for each batch whose stored items differ from its answer, and for each item that was not sent or has no
   * mail.
   */
  readonly wrong: readonly string[];
  readonly mails: number;
  /** The number of mails beyond the first to an address: the server may have accepted the first when the stack was killed. */
  readonly repeatedMails: number;
}

/** Sends batches with idempotency keys to a stack that is killed repeatedly, repeats each until it is answered, and counts. */
export async function batchKills({ kills, seed }: { kills: number; seed: number }): Promise<BatchKillReport> {
  const random = seededRandom(seed);
  const stack = await LocalStack.start(SETTINGS);
  const batches: SentBatch[] = [];
  let isUp = true;
  let isOver = false;
  const client = async (): Promise<void> => {
    while (!isOver) {
      const batch = newBatch(batches.length, seed);
      batches.push(batch);
      await answered(batch, { stack, isUp: () => isUp });
    }
  };
  try {
    const clients = Array.from({ length: CLIENTS }, client);
    for (let kill = 0; kill < kills; kill++) {
      await pause(200 + random() * 2500);
      isUp = false;
      await stack.stop("SIGKILL");
      await stack.boot();
      isUp = true;
    }
    isOver = true;
    await Promise.all(clients);
    return await counted(stack, batches);
  } finally {
    await stack.close();
  }
}

function newBatch(n: number, seed: number): SentBatch {
  const name = `batch-${seed}-${n}`;
  const recipients = Array.from({ length: ITEMS }, (_, i) => `n+${n}-${i}@batch-${seed}.test`);
  return { name, isAtomic: n % 2 === 1, recipients, ids: undefined, tries: 0 };
}

async function answered(
  batch: SentBatch,
  { stack, isUp }: { readonly stack: LocalStack; readonly isUp: () => boolean },
): Promise<void> {
  const { name, isAtomic, recipients } = batch;
  const metadata = { batch: name };
  const notifications = recipients.map((recipient) => ({ recipient, subject: name, body: "It works.", metadata }));
  for (const end = Date.now() + ANSWERED_WITHIN_MS; Date.now() < end && batch.ids === undefined; await pause(50)) {
    if (!isUp()) continue;
    batch.tries++;
    const answer = await stack
      .call("POST", "/api/v1/notifications/batch", {
        ...{ token: stack.file.demo.api_key, json: { notifications, atomic: isAtomic } },
        ...{ headers: { "idempotency-key": name }, timeoutMs: REQUEST_TIMEOUT_MS },
      })
      .catch(() => undefined);
    if (answer?.status === 202)
      batch.ids = (answer.body.results as { notification: Fields }[]).map((one) => String(one.notification?.id));
    else if (answer) await pause(500);
  }
}

async function counted(stack: LocalStack, batches: readonly SentBatch[]): Promise<BatchKillReport> {
  const wrong: string[] = [];
  let mails = 0;
  let repeatedMails = 0;
  for (const { name, ids = [], recipients } of batches) {
    const stored = await storedOf(stack, name);
    if (stored.length !== recipients.length || stored.some(({ id }) => !ids.includes(String(id))))
      wrong.push(`${name}: ${stored.length} stored, ${ids.length} answered`);
    for (const { status, recipient } of stored) if (status !== "sent") wrong.push(`${name}: ${recipient} ${status}`);
    for (const recipient of recipients) {
      const { length } = await stack.mails(recipient);
      mails += length;
      repeatedMails += Math.max(0, length - 1);
      if (length === 0) wrong.push(`${name}: no mail to ${recipient}`);
    }
  }
  const unanswered = batches.filter(({ ids }) => ids === undefined).length;
  return {
    batches: batches.length,
    repeated: batches.filter(({ tries }) => tries > 1).length,
    unanswered,
    wrong,
    mails,
    repeatedMails,
  };
}

/** Returns the notifications of a batch once all have ended, or as they are when that takes too long. */
async function storedOf(stack: LocalStack, batch: string): Promise<readonly Fields[]> {
  for (const end = Date.now() + ENDED_WITHIN_MS; ; await pause(500)) {
    const stored = await listed(stack, batch);
    if (stored.every(({ status }) => status === "sent") || Date.now() > end) return stored;
  }
}

async function listed(stack: LocalStack, batch: string): Promise<readonly Fields[]> {
  const found: Fields[] = [];
  let cursor: unknown;
  do {
    const query = new URLSearchParams({
      "metadata.batch": batch,
      limit: "100",
      ...(cursor ? { cursor: String(cursor) } : {}),
    });
    const { body } = await stack.call("GET", `/api/v1/notifications?${query}`, { token: stack.file.demo.api_key });
    found.push(...(body.notifications as Fields[]));
    cursor = body.next_cursor;
  } while (cursor !== undefined);
  return found;
}
