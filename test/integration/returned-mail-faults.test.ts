import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CONTENT_CODECS } from "../../shared/channels/content-wiring.ts";
import { type ReceiveReturnedMailDeps, receiveReturnedMail } from "../../shared/email/receive-returned-mail.ts";
import { systemIdentifiers } from "../../shared/kernel/system-identifiers.ts";
import { DynamoNotificationStore } from "../../shared/notifications/dynamo/notification-store.ts";
import { DynamoReturnKeyStore } from "../../shared/returned-mail/dynamo/return-key-store.ts";
import { readReturnedMail } from "../../shared/returned-mail/mime/read-returned-mail.ts";
import { envelopeSender, keyedReturnPath } from "../../shared/returned-mail/return-tokens.ts";
import { DynamoSuppressionStore } from "../../shared/suppressions/dynamo/suppression-store.ts";
import { anOwner } from "../support/an-owner.ts";
import { aNotification, anEmail } from "../support/builders.ts";
import { fakeClock } from "../support/fake-clock.ts";
import { deliveryReport } from "../support/mail-back.ts";
import { inRealTime } from "../support/real-time.ts";
import { countingMetrics, silentLog } from "../support/silent-telemetry.ts";
import { type TableFixture, tableFixture } from "../support/table-fixture.ts";
import { type Fault, FaultPlan, faultyTables, MODES } from "./faults/fault-plan.ts";

const RETURN_PATH = "b@bounces.herald.test";
/** The queue delivers a message again until a process has taken it, and now and then once more after that. */
const REDELIVERIES = 3;

let fixture: TableFixture;
beforeAll(async () => {
  fixture = await tableFixture();
});
afterAll(() => fixture.close());

const clock = fakeClock();
const noBlobs = () => Promise.reject(new Error("this content is small"));

/** Creates one process that takes mails which came back. One of its effects may go wrong. */
function aProcess(raw: Uint8Array, fault?: Fault) {
  const plan = new FaultPlan(fault);
  const { client, end } = faultyTables(fixture.endpoint, plan, fault);
  const kept = { contentKeptDays: 7, recordKeptDays: 90, leaseMs: 90_000, blobs: noBlobs };
  const deps: ReceiveReturnedMailDeps = {
    ...{ clock, identifiers: systemIdentifiers, log: silentLog, metrics: countingMetrics(), readReturnedMail },
    notifications: new DynamoNotificationStore(client, {
      ...kept,
      codecs: CONTENT_CODECS,
      table: "Notifications",
      clock,
    }),
    suppressions: new DynamoSuppressionStore(client, "Config"),
    returnKeys: new DynamoReturnKeyStore(client, "Config", systemIdentifiers.randomBytes),
    inOwnTime: inRealTime,
    returnedMails: { read: () => plan.effect("GetObject", async () => ({ head: raw, sizeBytes: raw.length })) },
  };
  return { plan, deps, end };
}

/** Sends a mail to two, and lets the report of both come back. */
async function aReturnedMail() {
  const owner = anOwner();
  const [ana, ben] = ["ana@nordpost.example", "ben@nordpost.example"];
  const notification = aNotification({
    ...{ owner, id: systemIdentifiers.newId(), status: "sent", attempts: 1, recipient: ana, recipientCount: 2 },
  });
  const raw = Buffer.from(deliveryReport({ address: ana }, { address: ben, status: "5.2.2" }));
  const { deps, end } = aProcess(raw);
  const store = deps.notifications as DynamoNotificationStore;
  await store.add(notification, anEmail({ recipient: ana, cc: [ben] }), "new");
  const path = await keyedReturnPath(
    new DynamoReturnKeyStore(fixture.client, "Config", systemIdentifiers.randomBytes),
    owner,
    RETURN_PATH,
  );
  const message = { recipients: [envelopeSender(path, notification.id)], key: "returned/1" };
  const suppressions = new DynamoSuppressionStore(fixture.client, "Config");
  return {
    raw,
    message,
    end,
    take: () => receiveReturnedMail(deps, message),
    feedback: async () => (await store.get(owner, notification.id))?.feedback ?? [],
    suppressions: async () => (await suppressions.list(owner, { limit: 10 })).suppressions,
    remove: (id: string) => suppressions.remove(owner, id),
  };
}

/** Takes a report in a process with a fault, and then in well ones, as the queue redelivers it. */
async function runOf(fault?: Fault) {
  const mail = await aReturnedMail();
  const { plan, deps, end } = aProcess(mail.raw, fault);
  const thrown = await receiveReturnedMail(deps, mail.message).then(
    () => undefined,
    (error: Error) => error.name,
  );
  end();
  for (let delivery = 0; delivery < REDELIVERIES; delivery++) await mail.take();
  return { mail, thrown, effects: plan.effects, struck: plan.struck };
}

describe("a report that is being taken (D45f)", () => {
  const EFFECTS = [
    ...["GetObject", "GetItemCommand", "GetItemCommand", "GetItemCommand"],
    ...["UpdateItemCommand", "TransactWriteItemsCommand", "UpdateItemCommand"],
    "UpdateItemCommand",
  ];

  it("has these effects: it reads object, key, notification and content, and notes each recipient, of whom one is suppressed", async () => {
    const { effects, thrown, mail } = await runOf();
    expect([thrown, effects]).toEqual([undefined, EFFECTS]);
    mail.end();
  });

  it.each(MODES)(
    "is counted once and not lost, whichever effect is struck: %s",
    async (mode) => {
      for (let at = 1; at <= EFFECTS.length; at++) {
        const { mail, thrown, struck } = await runOf({ at, mode });
        const where = `${mode} at effect ${at}, ${struck}`;
        expect(struck, where).toBe(EFFECTS[at - 1]);
        expect([undefined, "Died", "TimeoutError"], where).toContain(thrown);
        const feedback = await mail.feedback();
        expect(
          feedback.map(({ kind, to, type }) => [kind, to, type]),
          where,
        ).toEqual([
          ["bounced", 0, "permanent"],
          ["bounced", 1, "transient"],
        ]);
        expect(
          feedback.filter(({ suppressionDue }) => suppressionDue !== undefined),
          where,
        ).toEqual([]);
        const [suppression, ...more] = await mail.suppressions();
        expect([suppression?.reason, more], where).toEqual(["bounce", []]);
        await mail.remove(suppression?.id ?? "");
        await mail.take();
        expect([await mail.feedback(), await mail.suppressions()], where).toEqual([feedback, []]);
        mail.end();
      }
    },
    120_000,
  );
});
