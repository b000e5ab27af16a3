import { ownerSub } from "../../shared/kernel/owner.ts";
import { chatOwner } from "../../test/support/chat-owner.ts";
import { LocalStack } from "../../test/support/local-stack.ts";
import { type BenchResult, median, quantile, rounded } from "../bench-result.ts";
import { callOf, coldMcp } from "./cold-mcp.ts";
import { seedConversations } from "./seed.ts";

const SIZES = [1000, 10_000, 100_000] as const;
const ROUNDS = 150;
const WARM_UP = 20;
/**
 * The goal is that the time for a list does not depend on the number of conversations, so the times may differ by at
 * most this factor.
 */
const MAX_RATIO = 1.2;

interface Bench {
  readonly size: number;
  readonly token: string;
  readonly ids: readonly string[];
  /** This cursor leads to the second page. */
  readonly cursor: string;
}

interface Measure {
  readonly what: string;
  request(bench: Bench, round: number): { method: string; path: string; json?: object };
}

const API = "/api/v1/chat-conversations";
const idIn = ({ ids }: Bench, round: number): string => ids[(round * 7919) % ids.length] ?? "";

const MEASURES: readonly Measure[] = [
  { what: "list, 25", request: () => ({ method: "GET", path: API }) },
  { what: "list, page 2", request: ({ cursor }) => ({ method: "GET", path: `${API}?cursor=${cursor}` }) },
  { what: "list, open", request: () => ({ method: "GET", path: `${API}?window=open` }) },
  { what: "messages", request: (bench, round) => ({ method: "GET", path: `${API}/${idIn(bench, round)}/messages` }) },
  {
    what: "reply",
    request: (bench, round) => ({
      method: "POST",
      path: `${API}/${idIn(bench, round)}/reply`,
      json: { text: "On its way." },
    }),
  },
  { what: "MCP list", request: () => ({ method: "POST", path: "/mcp", json: callOf("list_conversations", {}) }) },
];

/**
 * Measures reading and answering conversations for three owners with different numbers of them in the same table. The
 * owners take turns.
 */
export async function run(): Promise<BenchResult> {
  const stack = await LocalStack.start();
  try {
    const benches: Bench[] = [];
    for (const size of SIZES) benches.push(await prepared(stack, size));
    const rows = [];
    for (const measure of MEASURES) rows.push(await measured(stack, benches, measure));
    const cold = await coldMcp(stack.dataDir, benches[0]?.token ?? "");
    return {
      name: "Conversations of one owner: milliseconds per request, p50 / p95",
      rows,
      notes: [
        `${ROUNDS} requests each after ${WARM_UP} more, one after the other, in turns over the owners. The aim is a ratio of at most ${MAX_RATIO}.`,
        `MCP cold: import ${rounded(cold.importMs)} ms, first call ${rounded(cold.callMs)} ms (medians of new processes, embedded engines, without TLS).`,
      ],
    };
  } finally {
    await stack.close();
  }
}

async function prepared(stack: LocalStack, size: number): Promise<Bench> {
  const { sub, chatAccountId, key: token } = await chatOwner(stack);
  const ids = await seedConversations(stack.dataDir, { owner: ownerSub.parse(sub), chatAccountId, count: size });
  const { body } = await stack.call("GET", API, { token });
  return { size, token, ids, cursor: String(body.next_cursor) };
}

async function measured(stack: LocalStack, benches: readonly Bench[], { what, request }: Measure) {
  const times = new Map(benches.map(({ size }) => [size, [] as number[]]));
  for (let round = 0; round < WARM_UP + ROUNDS; round++) {
    for (const bench of benches) {
      const { method, path, json } = request(bench, round);
      const startedAt = performance.now();
      const { status, text } = await stack.call(method, path, { token: bench.token, json });
      if (status >= 300) throw new Error(`${what}: ${status} ${text}`);
      if (round >= WARM_UP) times.get(bench.size)?.push(performance.now() - startedAt);
    }
  }
  const of = (size: number): readonly number[] => times.get(size) ?? [];
  const shown = Object.fromEntries(
    SIZES.map((size) => [`${size / 1000}k`, `${rounded(median(of(size)))} / ${rounded(quantile(of(size), 0.95))}`]),
  );
  const [smallest, largest] = [median(of(SIZES[0])), median(of(SIZES[2]))];
  return { request: what, ...shown, "100k : 1k": rounded(largest / smallest) };
}
