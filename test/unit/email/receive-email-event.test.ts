import { beforeAll, describe, expect, it } from "vitest";
import { topicServiceOrigin } from "../../../shared/cloud-topic/domain/topic-message.ts";
import { SnsTopicService } from "../../../shared/cloud-topic/sns/sns-topic-service.ts";
import type { EarlyEvent } from "../../../shared/email/contract/early-event.ts";
import type { EmailContent } from "../../../shared/email/domain/email-content.ts";
import { receiveEarlyEvent, receiveEmailEvent } from "../../../shared/email/receive-email-event.ts";
import { Refusal } from "../../../shared/kernel/refusal.ts";
import type { Notification, RecipientRecord } from "../../../shared/notifications/domain/notification.ts";
import { aNotification, anEmail, aSendingAccount } from "../../support/builders.ts";
import { fakeClock } from "../../support/fake-clock.ts";
import { inMemoryNotificationStore } from "../../support/in-memory-notification-store.ts";
import { inMemorySendingAccountStore } from "../../support/in-memory-sending-account-store.ts";
import { inMemorySuppressions } from "../../support/in-memory-suppressions.ts";
import { sequentialIdentifiers } from "../../support/sequential-identifiers.ts";
import { aSesBounce, aSesComplaint, aSesDelivery, SES_MAIL_ID, type SesFields } from "../../support/ses-events.ts";
import * as sns from "../../support/signed-topic.ts";
import { silentLog } from "../../support/silent-telemetry.ts";

let signer: sns.Signer;
let stranger: sns.Signer;
beforeAll(async () => {
  [signer, stranger] = await Promise.all([sns.aSigner(), sns.aSigner()]);
});

const TOPIC = "arn:aws:sns:eu-west-1:123456789012:ses-feedback";
const ANA = "ana@example.org";

interface Given {
  readonly content?: Partial<EmailContent>;
  readonly recipients?: readonly RecipientRecord[];
  readonly mailId?: string;
  readonly topicArn?: string;
}

/** Makes a sent mail whose account names the topic, and the webhook. */
async function setUp({ content, recipients, mailId = SES_MAIL_ID, topicArn = TOPIC }: Given = {}) {
  const clock = fakeClock();
  const copies = (content?.cc?.length ?? 0) + (content?.bcc?.length ?? 0);
  const notification = aNotification({ recipient: ANA, ...(copies > 0 && { recipientCount: 1 + copies }) });
  const { owner, id, accountId } = notification;
  const sendingAccounts = inMemorySendingAccountStore();
  await sendingAccounts.create(aSendingAccount({ owner, id: accountId, feedbackTopicArn: topicArn }), "keep");
  const notifications = inMemoryNotificationStore({ clock });
  const sent = async (one: Notification, given: string | undefined) => {
    await notifications.add(one, anEmail({ recipient: ANA, ...content }));
    const claimed = await notifications.claim(one.owner, one.id);
    if (claimed) await notifications.record(claimed, { to: "sent", recipients, mailId: given });
  };
  await sent(notification, mailId);
  const suppressions = inMemorySuppressions();
  const asked: string[] = [];
  const waiting: (EarlyEvent & { readonly delaySeconds: number })[] = [];
  const deps = {
    topicService: new SnsTopicService(async (url) => {
      asked.push(url);
      return { status: 200, text: signer.pem };
    }, Date.now),
    sendingAccounts,
    notifications,
    suppressions,
    originOfTopic: topicServiceOrigin,
    earlyEvents: {
      enqueue: async (event: EarlyEvent, delaySeconds: number) => void waiting.push({ ...event, delaySeconds }),
    },
    clock,
    identifiers: sequentialIdentifiers(),
    log: silentLog,
  };
  const post = async (fields: sns.TopicFields, by = signer): Promise<string> => {
    try {
      await receiveEmailEvent(deps, sns.signed({ TopicArn: TOPIC, ...fields }, by));
      return "taken";
    } catch (error) {
      if (error instanceof Refusal) return `${error.code}: ${error.message}`;
      throw error;
    }
  };
  const report = (event: object, more: sns.TopicFields = {}) =>
    post(sns.aNotification({ TopicArn: TOPIC, Message: JSON.stringify(event), ...more }));
  const feedback = async (one = notification) => (await notifications.get(one.owner, one.id))?.feedback ?? [];
  const suppressed = async () => (await suppressions.list(owner, { limit: 100 })).suppressions;
  const messageId = { commonHeaders: { messageId: `<${id}@sender.example>` } };
  const state = { notification, owner, id, accountId, asked, waiting };
  return { ...state, deps, sent, post, report, feedback, suppressed, messageId };
}

describe("receiveEmailEvent() (D45g)", () => {
  it("notes a permanent bounce with the mail that has the id, and suppresses", async () => {
    const { report, feedback, suppressed, id, deps, owner } = await setUp();
    expect(await report(aSesBounce({ recipient: "Ana@Example.org" }))).toBe("taken");
    const response = "550 5.1.1 <jane@example.com>... User unknown";
    const noted = { kind: "bounced", to: 0, recipient: ANA, type: "permanent", status: "5.1.1", text: response };
    expect(await feedback()).toEqual([expect.objectContaining(noted)]);
    expect(await suppressed()).toMatchObject([{ recipient: ANA, reason: "bounce", notificationId: id, response }]);
    expect(await deps.notifications.get(owner, id)).toMatchObject({ status: "sent", attempts: 1 });
  });

  it.each(["Transient", "Undetermined"])("suppresses nobody for a bounce of the type %s", async (type) => {
    const { report, feedback, suppressed } = await setUp();
    await report(aSesBounce({ recipient: ANA, type, status: "5.1.1" }));
    expect(await feedback()).toMatchObject([{ kind: "bounced", type: "transient" }]);
    expect(await suppressed()).toEqual([]);
  });

  it("suppresses for a complaint, and notes a delivery", async () => {
    const { report, feedback, suppressed } = await setUp();
    await report(aSesDelivery({ recipient: ANA, form: "eventType" }));
    expect(await feedback()).toMatchObject([{ kind: "delivered", to: 0 }]);
    expect(await suppressed()).toEqual([]);
    await report(aSesComplaint({ recipient: ANA, form: "eventType" }));
    expect(await feedback()).toMatchObject([{ kind: "delivered" }, { kind: "complained", feedbackType: "abuse" }]);
    expect(await suppressed()).toMatchObject([{ recipient: ANA, reason: "complaint" }]);
  });

  it("applies a repeated event once", async () => {
    const { report, feedback, suppressed } = await setUp();
    for (let n = 0; n < 3; n++) await report(aSesBounce({ recipient: ANA }));
    expect([await feedback(), await suppressed()]).toMatchObject([[{ kind: "bounced" }], [{ reason: "bounce" }]]);
  });

  it("finds the mail by our Message-ID before the id that SES gave", async () => {
    const { report, feedback, messageId, sent, owner, accountId } = await setUp({ mailId: "another" });
    const other = aNotification({ owner, accountId });
    await sent(other, SES_MAIL_ID);
    await report(aSesBounce({ recipient: ANA, ...messageId }));
    expect([await feedback(), await feedback(other)]).toMatchObject([[{ kind: "bounced" }], []]);
  });

  it("finds the mail of whichever owner names the topic", async () => {
    const { report, feedback, messageId, deps } = await setUp();
    for (let n = 0; n < 30; n++)
      await deps.sendingAccounts.create(aSendingAccount({ feedbackTopicArn: TOPIC }), "keep");
    await report(aSesBounce({ recipient: ANA, messageId: "unknown", ...messageId }));
    expect(await feedback()).toMatchObject([{ kind: "bounced" }]);
  });

  it("ascribes nothing to a mail whose own account names another topic, or none", async () => {
    const { report, feedback, messageId, deps, notification, accountId } = await setUp();
    const { owner } = notification;
    await deps.sendingAccounts.create(aSendingAccount({ owner, feedbackTopicArn: TOPIC }), "keep");
    for (const feedbackTopicArn of [`${TOPIC}-of-another`, undefined]) {
      await deps.sendingAccounts.replace(aSendingAccount({ owner, id: accountId, feedbackTopicArn }), "keep");
      expect(await report(aSesBounce({ recipient: ANA, ...messageId }))).toBe("taken");
      expect(await feedback()).toEqual([]);
    }
  });

  it("ascribes nothing to recipients that the mail did not go to", async () => {
    const { report, feedback, suppressed } = await setUp({
      content: { cc: ["ben@example.org"], bcc: ["cleo@example.org"] },
      recipients: [
        { to: 0, result: "accepted" },
        { to: 1, result: "refused" },
        { to: 2, result: "suppressed" },
      ],
    });
    for (const recipient of ["ben@example.org", "cleo@example.org", "dora@example.org"])
      expect(await report(aSesComplaint({ recipient }))).toBe("taken");
    expect([await feedback(), await suppressed()]).toEqual([[], []]);
  });

  it("does not take somebody else for the only recipient", async () => {
    const { report, feedback } = await setUp();
    await report(aSesBounce({ recipient: "dora@example.org" }));
    expect(await feedback()).toEqual([]);
  });

  it("applies every recipient of an event", async () => {
    const { report, suppressed } = await setUp({ content: { cc: ["ben@example.org"] } });
    const bouncedRecipients = [ANA, "ben@example.org"].map((emailAddress) => ({ emailAddress, status: "5.1.1" }));
    await report({ ...aSesBounce(), bounce: { bounceType: "Permanent", bouncedRecipients } });
    expect((await suppressed()).map(({ recipient }) => recipient).sort()).toEqual([ANA, "ben@example.org"]);
  });

  describe("whose mail nobody knows yet", () => {
    const takenAt = (ms: number, more: SesFields = {}) => {
      const event: { mail?: object } = aSesBounce({ recipient: ANA, ...more });
      return { ...event, mail: { ...event.mail, timestamp: new Date(ms).toISOString() } };
    };

    it("is applied later, when the mail is noted with its id", async () => {
      const { report, feedback, suppressed, deps, waiting, sent, owner, accountId } = await setUp({
        mailId: "another",
      });
      const late = aNotification({ owner, accountId, recipient: ANA });
      const event = takenAt(deps.clock.now() - 59_000);
      expect(await report(event)).toBe("taken");
      expect(waiting).toEqual([{ topicArn: TOPIC, event: JSON.stringify(event), looked: 1, delaySeconds: 2 }]);
      await sent(late, SES_MAIL_ID);
      const [{ delaySeconds: _, ...message } = expect.fail()] = waiting;
      await receiveEarlyEvent(deps, message);
      await receiveEarlyEvent(deps, message);
      expect(await feedback(late)).toMatchObject([{ kind: "bounced" }]);
      expect(await suppressed()).toMatchObject([{ recipient: ANA, notificationId: late.id }]);
      expect(waiting).toHaveLength(1);
    });

    it("is looked for three times more, until no worker can note the mail any more", async () => {
      const { report, deps, waiting } = await setUp({ mailId: "another" });
      await report(takenAt(deps.clock.now()));
      for (let looked = 0; looked < waiting.length; looked++) {
        const { delaySeconds: _, ...message } = waiting[looked] ?? expect.fail();
        await receiveEarlyEvent(deps, message);
      }
      expect(waiting.map(({ delaySeconds }) => delaySeconds)).toEqual([2, 15, 60]);
    });

    it("is not looked for again where SES took the mail long ago, or it names its notification", async () => {
      const { report, deps, waiting, messageId } = await setUp({ mailId: "another" });
      await report(takenAt(deps.clock.now() - 61_000));
      await report({ ...takenAt(0), mail: { messageId: "another one" } });
      const foreign = { messageId: `<${aNotification().id}@sender.example>` };
      await report(takenAt(deps.clock.now(), { commonHeaders: foreign }));
      await report(takenAt(deps.clock.now(), messageId));
      expect(waiting).toEqual([]);
    });

    it("is refused where it cannot wait, so that the topic service repeats it", async () => {
      const { report, deps } = await setUp({ mailId: "another" });
      Object.assign(deps, { earlyEvents: { enqueue: async () => Promise.reject(new Error("no queue")) } });
      await expect(report(takenAt(deps.clock.now()))).rejects.toThrow("no queue");
    });
  });

  it.each([
    ["what is not understood", { notificationType: "Send" }],
    ["a mail of nobody", aSesBounce({ messageId: "unknown", recipient: ANA })],
    ["a foreign Message-ID", aSesBounce({ messageId: "unknown", commonHeaders: { messageId: "<a@b.example>" } })],
  ])("takes %s, and changes nothing", async (_what, event) => {
    const { report, feedback, suppressed } = await setUp();
    expect(await report(event)).toBe("taken");
    expect([await feedback(), await suppressed()]).toEqual([[], []]);
  });

  it("refuses a topic that no account names, and asks nobody about it", async () => {
    const { post, asked, report } = await setUp({ topicArn: `${TOPIC}-named` });
    const refused = "event_refused: unexpected topic";
    expect(await report(aSesBounce())).toBe(refused);
    expect(await post(sns.aConfirmation({ TopicArn: TOPIC }))).toBe(refused);
    expect(await post(sns.aNotification({ TopicArn: "no topic" }))).toBe(refused);
    expect(asked).toEqual([]);
  });

  it("confirms a subscription of a topic that an account names", async () => {
    const { post, asked } = await setUp();
    const SubscribeURL = `${sns.TOPIC_ORIGIN}/?Action=ConfirmSubscription&TopicArn=${TOPIC}&Token=a1b2`;
    expect(await post(sns.aConfirmation({ TopicArn: TOPIC, SubscribeURL }))).toBe("taken");
    expect(asked).toEqual([sns.CERTIFICATE_URL, SubscribeURL]);
  });

  it("refuses another's signature", async () => {
    const { post, feedback } = await setUp();
    const event = sns.aNotification({ TopicArn: TOPIC, Message: JSON.stringify(aSesBounce({ recipient: ANA })) });
    expect(await post(event, stranger)).toBe("event_refused: invalid signature");
    expect(await feedback()).toEqual([]);
  });
});
