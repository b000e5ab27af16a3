import { setTimeout as pause } from "node:timers/promises";
import { anAddress, type Fields, LocalStack, type Owner } from "../../test/support/local-stack.ts";
import { type BenchResult, median, quantile } from "../bench-result.ts";

const NOTIFICATIONS = Number(process.env.HERALD_SEARCH_COUNT ?? 3000);
const BATCH = 100;
const CALLERS = 20;
const MEASURED_MS = 15_000;
const OTHERS_EVERY_MS = 100;
const DAY_MS = 24 * 60 * 60 * 1000;

/** Each query reads all notifications and finds none or all of them. */
const QUERIES: readonly Readonly<Record<string, string>>[] = [
  { q: "zz ".repeat(60) },
  { q: "İ".repeat(200) },
  { reason: "mailbox_full" },
  { metadata: "key15=none" },
  { q: "needle hay", limit: "100" },
];

/**
 * Builds a notification that is scheduled a day ahead, so that only the searches cause load. It has as much metadata as
 * is allowed.
 */
const anItem = (): Fields => ({
  recipient: anAddress(),
  subject: "A needle in the hay",
  body: "b",
  send_at: new Date(Date.now() + DAY_MS).toISOString(),
  metadata: Object.fromEntries(Array.from({ length: 16 }, (_, i) => [`key${i}`, "İ".repeat(250)])),
});

async function fill(stack: LocalStack, owner: Owner): Promise<void> {
  for (let i = 0; i < NOTIFICATIONS; i += BATCH) {
    const json = { notifications: Array.from({ length: BATCH }, anItem) };
    const answer = await stack.call("POST", "/api/v1/notifications/batch", { token: owner.key, json });
    if (answer.status !== 202) throw new Error(`not accepted: ${answer.status} ${answer.text.slice(0, 200)}`);
  }
}

interface Asked {
  readonly ms: number;
  readonly status: number;
  readonly cursor?: string | undefined;
}

async function asked(stack: LocalStack, method: string, path: string, options: Fields): Promise<Asked> {
  const start = performance.now();
  const { status, text } = await stack.call(method, path, options);
  const ms = performance.now() - start;
  return { ms, status, cursor: status === 200 ? (JSON.parse(text) as Fields).next_cursor?.toString() : undefined };
}

/** Requests page after page, and starts over after the last one, until it is told to stop. */
async function search(stack: LocalStack, { token }: Owner, query: Fields, isOver: () => boolean): Promise<Asked[]> {
  const all: Asked[] = [];
  while (!isOver()) {
    const cursor = all.at(-1)?.cursor;
    const parameters = new URLSearchParams({ ...(query as Record<string, string>), ...(cursor && { cursor }) });
    all.push(await asked(stack, "GET", `/panel/api/notifications?${parameters}`, { token }));
  }
  return all;
}

/** Plays another owner, who sends one request after the other meanwhile. */
async function useAsOther(stack: LocalStack, { token, key }: Owner): Promise<Readonly<Record<string, Asked[]>>> {
  const [searches, sends] = [[], []] as [Asked[], Asked[]];
  for (const end = performance.now() + MEASURED_MS; performance.now() < end; await pause(OTHERS_EVERY_MS)) {
    searches.push(await asked(stack, "GET", "/panel/api/notifications?q=nobody", { token }));
    const json = { recipient: anAddress(), subject: "s", body: "b" };
    sends.push(await asked(stack, "POST", "/api/v1/notifications", { token: key, json }));
  }
  return { searches, sends };
}

const row = (what: string, all: readonly Asked[]) => {
  const ms = all.map((one) => one.ms);
  return {
    what,
    requests: all.length,
    "p50 ms": Math.round(median(ms)),
    "p99 ms": Math.round(quantile(ms, 0.99)),
    "slowest ms": Math.round(Math.max(...ms)),
    statuses: [...new Set(all.map(({ status }) => status))].sort().join(" "),
  };
};

const rowsOf = (when: string, done: Awaited<ReturnType<typeof useAsOther>>) =>
  Object.entries(done).map(([what, all]) => row(`another owner's ${what} ${when}`, all));

/** Measures another owner's requests beside searches that look at thousands of notifications and find nothing (D46). */
export async function run(): Promise<BenchResult> {
  const stack = await LocalStack.start();
  try {
    const [loud, other] = await Promise.all([stack.owner(), stack.owner()]);
    await fill(stack, loud);
    await useAsOther(stack, other);
    const alone = await useAsOther(stack, other);
    let isOver = false;
    const callers = Array.from({ length: CALLERS }, (_, i) =>
      search(stack, loud, QUERIES[i % QUERIES.length] ?? {}, () => isOver),
    );
    const beside = await useAsOther(stack, other);
    isOver = true;
    const searched = (await Promise.all(callers)).flat();
    return {
      name: `${CALLERS} callers who search ${NOTIFICATIONS} notifications of one owner for ${MEASURED_MS / 1000} s`,
      rows: [...rowsOf("alone", alone), ...rowsOf("beside them", beside), row("their own searches", searched)],
      notes: ["Callers, stack and table engine share one machine: deployed, each function has processors of its own."],
    };
  } finally {
    await stack.close();
  }
}
