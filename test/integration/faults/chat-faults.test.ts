import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CONTENT_CODECS } from "../../../shared/channels/content-wiring.ts";
import { notificationRequest } from "../../../shared/channels/contract/notification-request.ts";
import { DynamoChatAccountStore } from "../../../shared/chat/dynamo/chat-account-store.ts";
import { DynamoChatTemplateStore } from "../../../shared/chat/dynamo/chat-template-store.ts";
import { DynamoChatThrottle } from "../../../shared/chat/dynamo/chat-throttle.ts";
import { applyChatEvents } from "../../../shared/conversations/apply-chat-events.ts";
import { chatOutlet } from "../../../shared/conversations/chat-channel.ts";
import { DynamoConversationStore } from "../../../shared/conversations/dynamo/conversation-store.ts";
import { DynamoMediaStore } from "../../../shared/conversations/dynamo/media-store.ts";
import { chatIntentOf } from "../../../shared/conversations/sending/check-chat.ts";
import { submitChatMessage } from "../../../shared/conversations/sending/submit-chat-message.ts";
import { systemIdentifiers } from "../../../shared/kernel/system-identifiers.ts";
import type { DeliveryMessage } from "../../../shared/notifications/contract/messages.ts";
import { AccountBacklog } from "../../../shared/notifications/deliver/account-backlog.ts";
import { accountLimiter } from "../../../shared/notifications/deliver/account-limiter.ts";
import { deliverNotification } from "../../../shared/notifications/deliver/deliver-notification.ts";
import { DynamoNotificationStore } from "../../../shared/notifications/dynamo/notification-store.ts";
import { anOwner } from "../../support/an-owner.ts";
import { type FakeClock, fakeClock } from "../../support/fake-clock.ts";
import { fixedAllowances } from "../../support/fixed-allowances.ts";
import { inMemorySuppressions } from "../../support/in-memory-suppressions.ts";
import { inMemoryTemplateProvider } from "../../support/in-memory-template-provider.ts";
import { meteredChat } from "../../support/metered-chat.ts";
import { countingMetrics, silentLog } from "../../support/silent-telemetry.ts";
import { OWNER } from "../../support/some-edge-services.ts";
import { type TableFixture, tableFixture } from "../../support/table-fixture.ts";
import { type Fault, FaultPlan, faultyTables, MODES } from "./fault-plan.ts";

const LEASE_MS = 90_000;
const MINUTE_MS = 60_000;
const MAX_ROUNDS = 40;
const TEST_MS = 120_000;

/** These outlive every process: the provider with the messages that it has accepted, and the queue. */
interface Outside {
  readonly clock: FakeClock;
  readonly taken: string[];
  readonly queue: { readonly message: DeliveryMessage; readonly delaySeconds: number }[];
}

/** Runs one process of the service with its real stores. One of its effects on the world may go wrong. */
function processOf(fixture: TableFixture, outside: Outside, fault?: Fault) {
  const plan = new FaultPlan(fault);
  const { client, end } = faultyTables(fixture.endpoint, plan, fault);
  return { ...serviceOf(client, outside, plan), end };
}

/** Runs a process that meets no fault and makes the cheapest calls. */
const wellProcess = ({ client }: TableFixture, outside: Outside) =>
  serviceOf(client, outside, new FaultPlan(undefined));

function serviceOf(client: DynamoDBDocumentClient, { clock, taken, queue }: Outside, plan: FaultPlan) {
  const basics = { clock, identifiers: systemIdentifiers, log: silentLog, metrics: countingMetrics() };
  const deps = {
    ...basics,
    notifications: new DynamoNotificationStore(client, {
      codecs: CONTENT_CODECS,
      ...{ table: "Notifications", leaseMs: LEASE_MS, clock, contentKeptDays: 7, recordKeptDays: 90 },
      blobs: () => Promise.reject(new Error("this content is small")),
    }),
    chatAccounts: new DynamoChatAccountStore(client, "Config", { log: silentLog }),
    chatTemplates: new DynamoChatTemplateStore(client, "Config"),
    conversations: new DynamoConversationStore(client, "Chat"),
    media: new DynamoMediaStore(client, "Chat"),
    deliveryQueue: {
      enqueue: (message: DeliveryMessage, delaySeconds = 0) =>
        plan.effect("SendMessage", async () => void queue.push({ message, delaySeconds })),
    },
  };
  const send = ({ callbackId }: { callbackId: string }) =>
    plan
      .effect("Send", async () => {
        taken.push(callbackId);
        return { kind: "accepted", cloudMessageId: `cloud-${taken.length}` } as const;
      })
      .catch((error: Error) => {
        // A lost answer is an outcome, as for the adapter, whereas the death of the process is none.
        if (plan.isDead) throw error;
        return { kind: "failed", class: "ambiguous", cause: "the chat provider did not confirm the message" } as const;
      });
  const throttle = new DynamoChatThrottle(client, { table: "Ephemeral", ...basics });
  const chat = chatOutlet({
    ...{ ...deps, throttle, sender: { send }, leaseMs: LEASE_MS },
    suppressions: inMemorySuppressions(),
  });
  const email = { send: () => Promise.reject(new Error("no emails here")) };
  const limiter = accountLimiter({ allowances: fixedAllowances(2), maxWaitMs: 5000, ...basics });
  const backlog = new AccountBacklog(deps);
  const events = {
    ...deps,
    templateProvider: inMemoryTemplateProvider(),
    queue: { enqueue: async () => undefined },
  };
  return {
    plan,
    deps,
    events,
    deliver: {
      ...deps,
      channels: { email, chat },
      limiter,
      backlog,
      backoffBaseSeconds: 30,
      pause: async () => undefined,
    },
  };
}

let fixture: TableFixture;
beforeAll(async () => {
  fixture = await tableFixture();
});
afterAll(() => fixture.close());

let customers = 0;

/**
 * A text goes to a customer who is assigned to the sending owner. A template goes to a customer who is assigned to
 * another owner and has not written for a long time.
 */
const KINDS = ["text", "template"] as const;
type Kind = (typeof KINDS)[number];

/** Makes one customer write and one message go to them. The world then continues until it is at rest. */
async function aCourse(kind: Kind) {
  const outside: Outside = { clock: fakeClock(), taken: [], queue: [] };
  const { clock, taken, queue } = outside;
  const well = wellProcess(fixture, outside);
  const { notifications, conversations } = well.deps;
  const owner = anOwner(`${OWNER}-${crypto.randomUUID()}`);
  const seeded = await meteredChat({ client: fixture.client, ...well.deps, owner });
  customers += 1;
  const phone = `+1555${String(customers).padStart(7, "0")}`;
  if (kind === "text") await seeded.writes(phone);
  const customer = { chatAccountId: seeded.account.id, customerKey: phone };
  if (kind === "template") await conversations.replaceAssignment(customer, undefined, { owner: anOwner("another") });
  const holder = async () => (await conversations.assignment(customer))?.owner;
  const chat =
    kind === "text"
      ? { type: "text", text: { body: "Hi" } }
      : { template_id: seeded.template.id, values: { parameter_1: "Ana" } };
  const id = crypto.randomUUID();
  const accept = async (process: typeof well) => {
    const request = notificationRequest.parse({ channel: "chat", recipient: phone, chat });
    if (request.channel !== "chat") throw new Error("this is no chat");
    await submitChatMessage(process.deps, { owner, id }, () => chatIntentOf(process.deps, owner, request));
  };
  const drain = async () => {
    for (const next of queue.splice(0)) {
      clock.advance(next.delaySeconds * 1000);
      await deliverNotification(well.deliver, next.message);
    }
  };
  /** Brings the provider's events for all messages that it accepted. */
  const report = async () => {
    for (const callbackId of new Set(taken)) {
      const status = { status: "sent", biz_opaque_callback_data: callbackId };
      const changes = [{ field: "messages", value: { statuses: [status] } }];
      const envelope = JSON.stringify({ whatsAppWebhookEntry: JSON.stringify({ id: "1", changes }) });
      await applyChatEvents(well.events, { envelope, arrivedAtMs: clock.now(), repeated: 0 });
    }
  };
  const sweep = async () => {
    const swept = await notifications.sweep({ owner, id });
    if (swept?.finding === "enqueue")
      queue.push({ message: { owner, id, accountId: swept.accountId }, delaySeconds: 0 });
  };
  const settle = async ({ reports }: { readonly reports: boolean }) => {
    for (let round = 0; round < MAX_ROUNDS; round++) {
      if (reports) await report();
      const found = await notifications.get(owner, id);
      if (found === undefined || ["submitted", "sent", "failed"].includes(found.status)) break;
      await drain();
      clock.advance(MINUTE_MS);
      await sweep();
    }
    clock.advance(24 * 60 * MINUTE_MS);
    await sweep();
    return notifications.get(owner, id);
  };
  const history = async (conversationId: string) =>
    (await conversations.messages(conversationId, 50)).messages
      .filter(({ direction }) => direction === "outbound")
      .map((one) => one.id);
  return { outside, well, id, owner, accept, settle, history, holder, taken, queue };
}
type Course = Awaited<ReturnType<typeof aCourse>>;

/**
 * Makes the process under test do its part, with one fault. Returns its effects, and whether it took the part for a
 * success.
 */
async function struck(course: Course, part: "accept" | "deliver", fault?: Fault) {
  if (part === "deliver") await course.accept(course.well);
  const messages = part === "deliver" ? course.queue.splice(0) : [];
  const process = processOf(fixture, course.outside, fault);
  const work = async () => {
    if (part === "accept") await course.accept(process);
    for (const { message } of messages) await deliverNotification(process.deliver, message);
  };
  const isFine = await work().then(
    () => !process.plan.isDead,
    () => false,
  );
  // The queue delivers an unfinished message again.
  if (!isFine) course.queue.push(...messages);
  process.end();
  return { isFine, effects: process.plan.effects, struck: process.plan.struck };
}

const EFFECTS = {
  accept: ["GetItemCommand", "BatchWriteItemCommand", "TransactWriteItemsCommand", "UpdateItemCommand", "SendMessage"],
  deliver: ["UpdateItemCommand", "GetItemCommand", "Send", "PutItemCommand"],
} as const;

const PARTS = KINDS.flatMap((kind) => [
  { kind, part: "accept" as const },
  { kind, part: "deliver" as const },
]);

describe.each(PARTS)("a chat message ($kind) whose process meets a fault: $part", ({ kind, part }) => {
  let count = 0;
  beforeAll(async () => {
    const course = await aCourse(kind);
    const { effects } = await struck(course, part);
    count = effects.length;
    expect([...new Set(effects)].toSorted()).toEqual(
      [...new Set(EFFECTS[part])].filter((name) => effects.includes(name)).toSorted(),
    );
  });

  it.each(MODES)(
    "is sent exactly once, stands in the history once, and its sender holds the customer, as the provider's events tell: %s",
    async (mode) => {
      expect(count).toBeGreaterThan(5);
      for (let at = 1; at <= count; at++) {
        const course = await aCourse(kind);
        const run = await struck(course, part, { at, mode });
        const where = `${mode} at effect ${at}, ${run.struck}`;
        expect(run.struck, where).toBeDefined();
        const ended = await course.settle({ reports: true });
        if (ended === undefined) {
          expect([run.isFine, course.taken], where).toEqual([false, []]);
        } else {
          expect({ status: ended.status, sent: course.taken.length }, where).toEqual({ status: "sent", sent: 1 });
          expect(await course.history(ended.conversationId ?? ""), where).toEqual([course.id]);
          expect(await course.holder(), where).toBe(course.owner);
        }
      }
    },
    TEST_MS,
  );
});

/**
 * Says whether a fault repeats the message, which it does between the worker's call and its record of the answer. In
 * between, the worker assigns the customer to another owner (D23).
 */
function isRepeated({ at, mode }: Fault, effects: readonly string[]): boolean {
  const sendAt = effects.indexOf("Send") + 1;
  const noteAt = effects.indexOf("UpdateItemCommand", sendAt) + 1;
  switch (mode) {
    case "dies before":
      return sendAt < at && at <= noteAt;
    case "dies after":
      return sendAt <= at && at < noteAt;
    case "refused":
      return at === noteAt;
    case "answer lost":
    case "answer lost and tried again":
    case "answer lost to a direct call":
      return at === sendAt;
  }
}

describe.each(KINDS)("a provider that is silent for ever: %s", (kind) => {
  it.each(MODES)(
    "gets a message twice only when its answer, or our note of it, was lost (D23): %s",
    async (mode) => {
      const course = await aCourse(kind);
      const { effects } = await struck(course, "deliver");
      for (let at = 1; at <= effects.length; at++) {
        const one = await aCourse(kind);
        const run = await struck(one, "deliver", { at, mode });
        const ended = await one.settle({ reports: false });
        expect({ status: ended?.status, sent: one.taken.length }, `${mode} at effect ${at}, ${run.struck}`).toEqual({
          status: "submitted",
          sent: isRepeated({ at, mode }, effects) ? 2 : 1,
        });
      }
    },
    TEST_MS,
  );
});
