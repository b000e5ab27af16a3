import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { aCustomer } from "../support/chat-owner.ts";
import { simulator } from "../support/chat-world.ts";
import { type Fields, LocalStack, until } from "../support/local-stack.ts";

const MESSAGES = 60;
const CUSTOMERS = 6;

let stack: LocalStack;
beforeAll(async () => {
  stack = await LocalStack.start();
});
afterAll(() => stack.close());

const read = async (path: string) => (await stack.call("GET", path, { token: stack.file.demo.api_key })).body;

async function history(): Promise<Fields[]> {
  const { conversations } = (await read("/api/v1/chat-conversations?limit=100")) as { conversations: Fields[] };
  const lists = conversations.map(({ id }) => read(`/api/v1/chat-conversations/${id}/messages?limit=500`));
  return (await Promise.all(lists)).flatMap(({ messages }) => messages as Fields[]);
}

/** Kills the stack when about this many events have been applied. */
async function killAfter(applied: number): Promise<void> {
  await until(
    async () => stack.output.match(/"added":1/g)?.length ?? 0,
    (count) => count >= applied,
    { everyMs: 5 },
  );
  await stack.stop("SIGKILL");
  await stack.boot();
}

describe("kill -9 during a burst of events", () => {
  it("loses and doubles none, twice over", async () => {
    const phones = Array.from({ length: CUSTOMERS }, aCustomer);
    await simulator(stack, "PUT", "/api/behaviour", { duplicate: true, auto_status: [] });
    const bodies = Array.from({ length: MESSAGES }, (_, n) => `message ${n}`);
    const write = (body: string, n: number) =>
      simulator(stack, "POST", `/api/customers/${phones[n % CUSTOMERS]}/messages`, { type: "text", text: { body } });
    const answers = await Promise.all(bodies.map(write));
    expect(answers.map(({ status }) => status)).toEqual(bodies.map(() => 201));
    await killAfter(8);
    await killAfter(24);
    const isComplete = ({ length }: readonly Fields[]) => length >= MESSAGES;
    const found = await until(history, isComplete, { withinMs: 180_000, everyMs: 250 });
    const told = found.map(({ payload }) => String((payload as Fields).body));
    expect(new Set(told)).toEqual(new Set(bodies));
    expect(told).toHaveLength(MESSAGES);
  }, 600_000);
});
