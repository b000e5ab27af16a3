import type { Message } from "@aws-sdk/client-sqs";
import { readDeliveryMessage } from "../../../shared/notifications/contract/messages.ts";
import { deliverNotification } from "../../../shared/notifications/deliver/deliver-notification.ts";
import { DUE_LISTS } from "../../../shared/notifications/domain/sweep.ts";
import { shardsIn } from "../../../shared/notifications/ports.ts";
import { redriveDeadLetters } from "../../../shared/notifications/sweep/redrive-dead-letters.ts";
import { sweepNotifications } from "../../../shared/notifications/sweep/sweep-notifications.ts";
import { OWNER } from "../../support/some-edge-services.ts";
import { type FaultPath, LOOK } from "./fault-path.ts";
import type { FaultWorld } from "./fault-world.ts";
import { LEASE_MS } from "./faulty-process.ts";

const RECEIVES_BEFORE_DEAD = 5;
const ATTEMPTS = 5;
const LOOKS = DUE_LISTS.flatMap((list) => Array.from({ length: shardsIn(list) }, () => LOOK));

/** Makes a mail whose message is on the dead-letter queue, because no worker could finish it. */
async function deadLetter(world: FaultWorld, to: string): Promise<{ id: string; message: Message }> {
  const id = await world.accepted(to);
  for (let i = 0; i <= RECEIVES_BEFORE_DEAD; i++) await world.receive("delivery");
  const [message] = await world.receive("delivery-dead-letters");
  if (message === undefined) throw new Error("the message is not dead yet");
  return { id, message };
}

const sweepPath = (
  name: string,
  { isUsedUp, ends }: { isUsedUp: boolean; ends: FaultPath["ends"] },
  effects: string[],
): FaultPath => ({
  name,
  effects: [...LOOKS, ...effects],
  isInAnyOrder: true,
  ends,
  async prepare(world, n) {
    const to = `n${n}@example.org`;
    const id = await world.accepted(to);
    await world.loseMessages();
    for (let attempt = 0; isUsedUp && attempt < ATTEMPTS; attempt++) {
      await world.well.notifications.claim(OWNER, id);
      world.clock.advance(LEASE_MS + 1);
    }
    world.clock.advance(LEASE_MS + 1);
    return {
      id: () => id,
      to,
      async run(process) {
        await sweepNotifications(process.recovery);
        return true;
      },
    };
  },
});

const deadLetterPath = (
  name: string,
  { isDelivered, ends }: { isDelivered: boolean; ends: FaultPath["ends"] },
  effects: string[],
): FaultPath => ({
  name,
  effects,
  ends,
  async prepare(world, n) {
    const to = `n${n}@example.org`;
    const { id, message } = await deadLetter(world, to);
    const known = readDeliveryMessage(message.Body ?? "");
    if (isDelivered && known) await deliverNotification(world.well.deliver, known);
    return {
      id: () => id,
      to,
      async run(process) {
        await world.take(process, "delivery-dead-letters", message);
        // The next process comes later.
        world.clock.advance(1000);
        return true;
      },
    };
  },
});

export const RECOVERY_PATHS: readonly FaultPath[] = [
  sweepPath("sweeping up a lost message", { isUsedUp: false, ends: { status: "sent", mails: 1 } }, [
    "GetItemCommand",
    "UpdateItemCommand",
    "SendMessageCommand",
  ]),
  sweepPath("sweeping up a mail whose workers all died", { isUsedUp: true, ends: { status: "failed", mails: 0 } }, [
    "GetItemCommand",
    "UpdateItemCommand",
    "PutItemCommand",
    "UpdateItemCommand",
  ]),
  deadLetterPath("giving up a dead letter", { isDelivered: false, ends: { status: "failed", mails: 0 } }, [
    "PutItemCommand",
    "UpdateItemCommand",
    "DeleteMessageCommand",
  ]),
  deadLetterPath("a dead letter of a mail that was sent", { isDelivered: true, ends: { status: "sent", mails: 1 } }, [
    "PutItemCommand",
    "UpdateItemCommand",
    "DeleteItemCommand",
    "DeleteMessageCommand",
  ]),
  {
    name: "putting a dead letter back",
    effects: ["QueryCommand", "GetItemCommand", "UpdateItemCommand", "SendMessageCommand", "DeleteItemCommand"],
    ends: { status: "sent", mails: 1 },
    async prepare(world, n) {
      const to = `n${n}@example.org`;
      const { id, message } = await deadLetter(world, to);
      await world.take(world.well, "delivery-dead-letters", message);
      return {
        id: () => id,
        to,
        async run(process) {
          await redriveDeadLetters(process.recovery);
          return true;
        },
        /** The operator runs the command again, after an outage or not. */
        afterwards: async () => {
          await redriveDeadLetters(world.well.recovery);
        },
      };
    },
  },
];
