import { afterAll, beforeAll, expect, it } from "vitest";
import { eventReader } from "../support/event-reader.ts";
import { LocalStack, until } from "../support/local-stack.ts";
import { ok, webhookOwner } from "../support/webhook-owner.ts";

let stack: LocalStack;
beforeAll(async () => {
  stack = await LocalStack.start({ HERALD_SWEEP_SECONDS: "1" });
});
afterAll(() => stack.close());

const EVENTS = 12;
const TAKEN = 5;

it("posts every event when its worker is killed, and none again that the log has", async () => {
  const hook = await webhookOwner(stack, await stack.owner());
  hook.answer((received, response) => {
    if (hook.receiver.received.indexOf(received) < TAKEN) ok(received, response);
  });
  const ids: string[] = [];
  for (let i = 0; i < EVENTS; i++) ids.push(await stack.accepted(hook.who.key));
  // A mail that the kill interrupts is retried, and the retry is an event too.
  await stack.allSettled(hook.who.key, ids);
  const taken = await until(
    () => hook.deliveries(),
    ({ length }) => length === TAKEN,
  );
  await stack.stop("SIGKILL");
  const before = hook.receiver.received.length;
  hook.answer(ok);
  await stack.boot();
  await hook.signIn();
  const reader = eventReader(stack, hook.who.key);
  await reader.types(EVENTS);
  // An event that was just being announced may come twice in the feed, with the same id.
  expect(new Set(reader.seen.map(({ id }) => id)).size).toBe(EVENTS);
  await until(
    () => hook.deliveries("?status=success"),
    ({ length }) => length === EVENTS,
  );
  const again = hook.receiver.received.slice(before).map(({ headers }) => headers["webhook-id"]);
  const logged = taken.map((one) => one.event_id);
  expect(again.filter((id) => logged.includes(id))).toEqual([]);
  expect(again).toHaveLength(EVENTS - TAKEN);
  await hook.receiver.close();
});
