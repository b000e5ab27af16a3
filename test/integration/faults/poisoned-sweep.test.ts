import { UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { afterAll, beforeAll, expect, it } from "vitest";
import { shardOf, stateKey } from "../../../shared/notifications/dynamo/notification-key.ts";
import { sweepNotifications } from "../../../shared/notifications/sweep/sweep-notifications.ts";
import { OWNER } from "../../support/some-edge-services.ts";
import { type FaultWorld, faultWorld } from "./fault-world.ts";
import { LEASE_MS } from "./faulty-process.ts";

let world: FaultWorld;
beforeAll(async () => {
  world = await faultWorld();
});
afterAll(() => world.close());

it("a record that cannot be read keeps the sweep from no other notification, and the sweep says so by failing", async () => {
  const ids: string[] = [];
  for (let n = 0; n < 8; n++) ids.push(await world.accepted(`n${n}@example.org`));
  await world.loseMessages();
  const inOrderOfSweep = ids.toSorted((a, b) => (shardOf(a) < shardOf(b) ? -1 : 1));
  const [poisoned, sound] = [inOrderOfSweep.slice(0, 4), inOrderOfSweep.slice(4)];
  for (const id of poisoned) {
    const Key = stateKey({ owner: OWNER, id });
    await world.tables.send(
      new UpdateCommand({ TableName: "Notifications", Key, UpdateExpression: "REMOVE accountId" }),
    );
  }
  world.clock.advance(LEASE_MS + 1);
  await expect(sweepNotifications(world.well.recovery)).rejects.toThrow(/accountId/);
  await world.drain();
  const ended = await Promise.all(sound.map((id) => world.well.notifications.get(OWNER, id)));
  expect(ended.map((one) => one?.status)).toEqual(sound.map(() => "sent"));
});
