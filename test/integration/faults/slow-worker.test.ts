import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { OWNER } from "../../support/some-edge-services.ts";
import { type FaultWorld, faultWorld } from "./fault-world.ts";
import { LEASE_MS } from "./faulty-process.ts";

let world: FaultWorld;
beforeAll(async () => {
  world = await faultWorld();
});
afterAll(() => world.close());

const stateOf = (id: string) => world.well.notifications.get(OWNER, id);

/** Makes another worker process the queue's next copy of the message. */
async function takeCopy(): Promise<void> {
  const [copy] = await world.receive("delivery");
  if (copy === undefined) throw new Error("the queue shows no second copy");
  const worker = world.start();
  await world.take(worker, "delivery", copy).finally(() => worker.end());
}

it("a slow worker that lives keeps its notification from those who get a copy of the message (D19)", async () => {
  const to = "slow1@example.org";
  const id = await world.accepted(to);
  const [message] = await world.receive("delivery");
  if (message === undefined) throw new Error("there is no message to deliver");
  const slow = world.start();
  const delivery = world.take(slow, "delivery", message);
  await vi.waitUntil(() => world.isWaiting(to), { timeout: 60_000 });

  // The queue shows the message again at once, and once more just before the lease ends. The worker does nothing with
  // either copy.
  world.clock.advance(1000);
  await world.loseMessages();
  await world.well.deliver.deliveryQueue.enqueue({ owner: OWNER, id, accountId: (await stateOf(id))?.accountId ?? "" });
  await takeCopy();
  world.clock.advance(LEASE_MS - 2000);
  await world.well.deliver.deliveryQueue.enqueue({ owner: OWNER, id, accountId: (await stateOf(id))?.accountId ?? "" });
  await takeCopy();
  expect(await stateOf(id)).toMatchObject({ status: "processing", attempts: 1 });

  world.answer(to);
  await delivery.finally(() => slow.end());
  expect(await stateOf(id)).toMatchObject({ status: "sent", attempts: 1, history: [{ attempt: 1, to: "sent" }] });
  expect(world.mailsTo(to)).toBe(1);
  expect(await world.leftOver()).toEqual({ due: 0, messages: 0 });
});
