import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { anAddress, type Fields, LocalStack, until } from "../support/local-stack.ts";
import { seededRandom } from "../support/seeded-random.ts";

const KILLS = 5;
/** A kill comes within this time after some of the decisions have been answered. */
const KILLED_WITHIN_MS = 30;
/** Without a given seed, the run chooses one. It prints the seed, so that the run can be repeated. */
const seed = Number(process.env.HERALD_CRASH_SEED ?? Math.floor(Math.random() * 2 ** 31));

let stack: LocalStack;
let token: string;
let key: string;
beforeAll(async () => {
  stack = await LocalStack.start({
    // A start ends the leases of the killed process, so nothing waits for them. No attempt lasts longer on a busy machine.
    HERALD_LEASE_SECONDS: "20",
    HERALD_SWEEP_SECONDS: "1",
    HERALD_MAILBOX_KEEP: "100000",
  });
  token = await stack.token(stack.file.demo.sub);
  key = String((await stack.apiKey(token, { approval: "required" })).key);
});
afterAll(() => stack.close());

type Decision = "approve" | "edit" | "decline" | "none";
const DECISIONS: readonly Decision[] = ["approve", "approve", "edit", "edit", "decline", "none"];
const DECIDED = DECISIONS.filter((one) => one !== "none").length;

/** A notification that waits, what was asked for it, and what was answered; undefined when the process died before. */
interface Asked {
  readonly id: string;
  readonly recipient: string;
  readonly decision: Decision;
  status?: number | undefined;
}

async function decide({ id, decision }: Asked, timeoutMs?: number): Promise<number | undefined> {
  if (decision === "none") return undefined;
  const verb = decision === "decline" ? "decline" : "approve";
  const json = decision === "edit" ? { subject: "Final" } : {};
  const options = { token, json, ...(timeoutMs !== undefined && { timeoutMs }) };
  const answer = await stack.call("POST", `/panel/api/approvals/${id}/${verb}`, options).catch(() => undefined);
  return answer?.status;
}

/** The approval lists what waits; everything else has been decided. */
async function undecided(): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  for (let cursor = ""; ; ) {
    const query = new URLSearchParams({ limit: "100", ...(cursor && { cursor }) });
    const { body } = await stack.call("GET", `/panel/api/approvals?${query}`, { token });
    for (const { id } of body.approvals as Fields[]) found.add(String(id));
    if (body.next_cursor === undefined) return found;
    cursor = String(body.next_cursor);
  }
}

it(`sends nothing without its approval and loses nothing that was approved, when it is killed ${KILLS} times (D47e)`, async () => {
  console.log(`HERALD_CRASH_SEED=${seed}`);
  const random = seededRandom(seed);
  const all: Asked[] = [];
  for (let kill = 0; kill < KILLS; kill++) {
    const made = await Promise.all(
      DECISIONS.map(async (decision): Promise<Asked> => {
        const recipient = anAddress();
        const id = await stack.accepted(key, { recipient, subject: "Draft" }, { "idempotency-key": randomUUID() });
        return { id, recipient, decision };
      }),
    );
    all.push(...made);
    const answered = Math.floor(random() * (DECIDED + 1));
    const asked = made.map(async (one) => {
      one.status = await decide(one, 5000);
    });
    await until(
      async () => made.filter(({ status }) => status !== undefined).length,
      (count) => count >= answered,
      { everyMs: 1 },
    );
    await pause(random() * KILLED_WITHIN_MS);
    await stack.stop("SIGKILL");
    await Promise.all(asked);
    await stack.boot();
    token = await stack.token(stack.file.demo.sub);
  }

  const waits = await undecided();
  const lost = all.filter(({ decision, status }) => decision !== "none" && status === undefined);
  // A decision that was answered counts; one that was not was made as a whole, or not at all.
  for (const { id, status, decision } of all) {
    if (decision === "none") expect(waits).toContain(id);
    else if (status !== undefined) expect([status, waits.has(id)]).toEqual([200, false]);
  }
  for (const one of lost) expect([200, 409]).toContain(await decide(one));
  for (const { id, recipient, decision } of all) {
    if (decision === "none") {
      expect(await stack.mails(recipient)).toEqual([]);
      continue;
    }
    const ended = await stack.settled(key, id);
    const expected = decision === "decline" ? { status: "canceled" } : { status: "sent" };
    expect({ id, decision, ...ended }).toMatchObject(expected);
    const mails = await stack.mails(recipient);
    const subject = decision === "edit" ? "Final" : "Draft";
    expect(mails.every((mail) => mail.subject === subject)).toBe(true);
    expect(mails.length > 0).toBe(decision !== "decline");
  }
  const { length: answered } = all.filter(({ status }) => status === 200);
  expect(answered).toBeGreaterThan(0);
  console.log({ answered, lost: lost.length, waited: waits.size });
}, 400_000);
