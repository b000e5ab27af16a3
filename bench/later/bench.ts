import { setTimeout as pause } from "node:timers/promises";
import { anAddress, type Fields, LocalStack, type Owner } from "../../test/support/local-stack.ts";
import { type BenchResult, median, quantile } from "../bench-result.ts";

/** This many notifications are due in the same second. They belong to one owner with several accounts. */
const BULK = Number(process.env.HERALD_LATER_BULK ?? 10_000);
const BULK_ACCOUNTS = 5;
const BATCH = 100;
/** This many notifications of another owner are due one after the other from that second on. */
const OTHERS = 100;
const OTHERS_EVERY_MS = 300;
/** The bulk is accepted within this time before it is due. */
const LEAD_MS = Number(process.env.HERALD_LATER_LEAD_MS ?? 45_000);
const ENDED_WITHIN_MS = 600_000;

async function sendBatches(stack: LocalStack, owner: Owner, items: readonly Fields[]): Promise<void> {
  for (let i = 0; i < items.length; i += BATCH) {
    const json = { notifications: items.slice(i, i + BATCH) };
    const answer = await stack.call("POST", "/api/v1/notifications/batch", { token: owner.key, json });
    if (answer.status !== 202) throw new Error(`not accepted: ${answer.status} ${answer.text}`);
  }
}

const anItem = (sendAtMs: number, more: Fields = {}): Fields => ({
  recipient: anAddress(),
  subject: "Later",
  body: "It works.",
  send_at: new Date(sendAtMs).toISOString(),
  ...more,
});

/** Returns how late each notification was, from its due time to the record that it was sent, once all have ended. */
async function latenessOf(stack: LocalStack, owner: Owner): Promise<readonly number[]> {
  for (const end = Date.now() + ENDED_WITHIN_MS; ; await pause(2000)) {
    const found = await listed(stack, owner);
    const sent = found.filter(({ status }) => status === "sent");
    if (sent.length === found.length || Date.now() > end)
      return sent.map((one) => Date.parse(String(one.updated_at)) - Date.parse(String(one.send_at)));
  }
}

async function listed(stack: LocalStack, owner: Owner): Promise<readonly Fields[]> {
  const found: Fields[] = [];
  let cursor: unknown;
  do {
    const query = new URLSearchParams({ limit: "100", ...(cursor ? { cursor: String(cursor) } : {}) });
    const { body } = await stack.call("GET", `/api/v1/notifications?${query}`, { token: owner.key });
    found.push(...(body.notifications as Fields[]));
    cursor = body.next_cursor;
  } while (cursor !== undefined);
  return found;
}

const row = (what: string, ms: readonly number[]) => ({
  what,
  sent: ms.length,
  "earliest ms": Math.min(...ms),
  "p50 ms": median(ms),
  "p99 ms": quantile(ms, 0.99),
  "latest ms": ms.reduce((latest, one) => Math.max(latest, one), 0),
});

/**
 * Measures how late scheduled notifications leave, alone and while thousands of another owner's are due in the same
 * second (D42).
 */
export async function run(): Promise<BenchResult> {
  const stack = await LocalStack.start({ HERALD_MAILBOX_KEEP: "1000000" });
  try {
    const [alone, bulk, other] = await Promise.all([stack.owner(), stack.owner(), stack.owner()]);
    const accounts = [bulk.accountId];
    for (let i = 1; i < BULK_ACCOUNTS; i++) accounts.push(String((await stack.createAccount(bulk.token)).id));
    const many = (from: number) => Array.from({ length: OTHERS }, (_, i) => anItem(from + i * OTHERS_EVERY_MS));
    await sendBatches(stack, alone, many(Date.now() + 10_000));
    const first = await latenessOf(stack, alone);
    const at = Date.now() + LEAD_MS;
    await sendBatches(stack, other, many(at));
    await sendBatches(
      stack,
      bulk,
      Array.from({ length: BULK }, (_, i) => anItem(at, { smtp_account_id: accounts[i % BULK_ACCOUNTS] })),
    );
    const acceptedAheadMs = at - Date.now();
    const beside = await latenessOf(stack, other);
    const own = await latenessOf(stack, bulk);
    return {
      name: "Notifications that were given a time",
      rows: [
        row(`${OTHERS} alone, one every ${OTHERS_EVERY_MS} ms`, first),
        row(`the same beside ${BULK} of another owner due in the same second`, beside),
        row(`these ${BULK}, by ${BULK_ACCOUNTS} accounts`, own),
      ],
      notes: [
        "Sender, stack and mail server share one machine. Late is the time from send_at to the note that it was sent.",
        `The last batch was accepted ${Math.round(acceptedAheadMs / 1000)} s before the time.`,
      ],
    };
  } finally {
    await stack.close();
  }
}
