import { type Message, ReceiveMessageCommand } from "@aws-sdk/client-sqs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SqsChatEventQueue } from "../../../shared/chat/sqs/chat-event-queue.ts";
import { SqsEarlyEventQueue } from "../../../shared/email/sqs/early-event-queue.ts";
import { SqsUnannouncedChanges } from "../../../shared/events/sqs/unannounced-changes.ts";
import type { TableChange } from "../../../shared/kernel/table-change.ts";
import { type QueueFixture, queueFixture } from "../../contract/engines/queue-fixture.ts";

let queues: QueueFixture;
beforeAll(async () => {
  queues = await queueFixture();
});
afterAll(() => queues.close());

/** SQS refuses an unescaped message with any of the first five characters. */
const EVERY_KIND = "\u0000\u001f\ufffe\uffff\ud800 ä 客 \u{10ffff}";

async function received(): Promise<unknown[]> {
  const { Messages = [] } = await queues.client.send(
    new ReceiveMessageCommand({ QueueUrl: queues.url("work"), MaxNumberOfMessages: 10 }),
  );
  return Messages.map(({ Body = "" }: Message) => JSON.parse(Body));
}

const aChange = (text: string): TableChange => ({
  table: "Notifications",
  sequenceNumber: "1",
  at: new Date("2026-11-21T12:00:01.000Z"),
  keys: { pk: "owner-1", sk: "1" },
  record: { text },
});

describe("messages with texts that SQS does not take as they are", () => {
  it("keep a change that could not be announced, as it was", async () => {
    const unannounced = new SqsUnannouncedChanges(queues.client, queues.url("work"));
    await unannounced.add(aChange(EVERY_KIND), new RangeError("no"));
    expect(await received()).toMatchObject([{ error: "RangeError", record: { text: EVERY_KIND } }]);
  });

  it("keep of a change that is larger than a message only what identifies it", async () => {
    const unannounced = new SqsUnannouncedChanges(queues.client, queues.url("work"));
    // SQS counts bytes, and escaping turns three bytes into six.
    await unannounced.add(aChange("\uffff".repeat(45_000)), new RangeError("no"));
    const [kept] = await received();
    expect(kept).toMatchObject({ table: "Notifications", sequenceNumber: "1" });
    expect(kept).not.toHaveProperty("record");
  });

  it("bring a customer's message to its worker, as it was written", async () => {
    const queue = new SqsChatEventQueue(queues.client, queues.url("work"));
    await queue.enqueue({ envelope: EVERY_KIND, arrivedAtMs: 1, repeated: false } as never);
    expect(await received()).toMatchObject([{ envelope: EVERY_KIND }]);
  });

  it("bring an event about a mail to its worker, as it was published", async () => {
    const queue = new SqsEarlyEventQueue(queues.client, queues.url("work"));
    const early = { topicArn: "arn:aws:sns:eu-west-1:123456789012:ses", event: EVERY_KIND, looked: 1 };
    await queue.enqueue(early, 0);
    expect(await received()).toEqual([early]);
  });
});
