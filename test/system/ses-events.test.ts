import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { simulator } from "../support/chat-world.ts";
import { eventReader } from "../support/event-reader.ts";
import { anAddress, type Fields, HASTY, LocalStack, type Owner, until } from "../support/local-stack.ts";
import { type RudeSmtpServer, rudeSmtpServer } from "../support/rude-smtp-server.ts";
import { aSesBounce, aSesComplaint, aSesDelivery, type SesFields } from "../support/ses-events.ts";

const CREDENTIALS = { username: "shop", password: "s3cret" };
const ACCOUNTS = "/api/v1/smtp-accounts";
const REFUSED = { status: 403, body: expect.stringContaining("unexpected topic") };
const TAKEN = { status: 200, body: "" };

let stack: LocalStack;
let smtp: RudeSmtpServer;
/** The id that the mail server, which answers like SES, gives the next mail. */
let nextMailId = "";
beforeAll(async () => {
  const end = () => `250 Ok ${nextMailId}`;
  [stack, smtp] = await Promise.all([
    LocalStack.shared(HASTY),
    rudeSmtpServer({ encryption: "none", credentials: CREDENTIALS, end }),
  ]);
});
afterAll(() => Promise.all([stack.close(), smtp.close()]));

const aTopic = () => `arn:aws:sns:eu-west-1:123456789012:ses-${randomUUID()}`;
const publish = async (topic_arn: string, more: Fields) => {
  const { body } = await simulator(stack, "POST", "/api/topic", { webhook: "email", topic_arn, ...more });
  return { status: body.status, body: body.body };
};
const report = (topicArn: string, message: object) => publish(topicArn, { kind: "notification", message });

const accountOf = ({ accountId }: { accountId: string }, feedback_topic_arn: string | undefined) => ({
  id: accountId,
  json: {
    ...{ label: "SES", from_address: "shop@sender.example", ...CREDENTIALS, encryption: "none" },
    ...{ host: "127.0.0.1", port: smtp.port, feedback_topic_arn },
  },
});

/** Makes an owner whose default account is at the mail server and names a topic. */
async function anOwnerAtSes() {
  const who = await stack.owner({ host: "127.0.0.1", port: smtp.port, encryption: "none", ...CREDENTIALS });
  const [account] = (await stack.call("GET", ACCOUNTS, { token: who.token })).body as unknown as Fields[];
  const topicArn = aTopic();
  const named = await name({ ...who, accountId: String(account?.id) }, topicArn);
  expect(named).toMatchObject({ status: 200, body: { feedback_topic_arn: topicArn } });
  return { ...who, accountId: String(account?.id), topicArn };
}

const name = async (who: Owner & { readonly accountId: string }, topicArn: string | undefined) => {
  const { id, json } = accountOf(who, topicArn);
  return stack.call("PUT", `${ACCOUNTS}/${id}`, { token: who.token, json });
};

async function sentMail(who: Owner, more: Fields = {}) {
  const mailId = `0100-${randomUUID()}-000000`;
  nextMailId = mailId;
  const recipient = anAddress("ana");
  const json = { recipient, subject: "Hello", body: "Hello", ...more };
  const answer = await stack.call("POST", "/api/v1/notifications", { token: who.key, json });
  expect(answer.status).toBe(202);
  const id = String(answer.body.id);
  expect(await stack.settled(who.key, id)).toMatchObject({ status: "sent" });
  return { id, recipient, mailId, byMessageId: { commonHeaders: { messageId: `<${id}@sender.example>` } } };
}

const told = async ({ key }: Owner, id: string) =>
  (await stack.call("GET", `/api/v1/notifications/${id}/timeline`, { token: key })).body as unknown as {
    readonly timeline: Fields[];
    readonly recipients: Fields[];
    readonly explanation: Fields;
  };
const suppressionsOf = async ({ token }: Owner) =>
  (await stack.call("GET", "/api/v1/suppressions", { token })).body.suppressions;

describe("POST /webhooks/cloud/topic/email (D45g)", () => {
  it("applies a bounce, found by the id in the server's 250, with an event and a suppression", async () => {
    const who = await anOwnerAtSes();
    const { id, recipient, mailId } = await sentMail(who);
    const events = eventReader(stack, who.key);
    const bounce = aSesBounce({ form: "notificationType", messageId: mailId, recipient });
    for (let n = 0; n < 2; n++) expect(await report(who.topicArn, bounce)).toEqual(TAKEN);
    const { timeline, recipients, explanation } = await told(who, id);
    const response = "550 5.1.1 <jane@example.com>... User unknown";
    expect(timeline.filter(({ event }) => event === "bounced")).toMatchObject([{ recipient, response }]);
    expect(recipients).toMatchObject([{ recipient, outcome: "bounced" }]);
    expect(explanation.code).not.toBe("unknown");
    expect(await suppressionsOf(who)).toMatchObject([{ recipient, reason: "bounce", notification_id: id, response }]);
    await events.typesWith("notification.bounced");
    expect(events.seen.find(({ type }) => type === "notification.bounced")?.data).toMatchObject({
      reason: "bounced",
      bounce: { recipient, type: "permanent", status: "5.1.1" },
    });
    expect(await stack.settled(who.key, id)).toMatchObject({ status: "sent", attempts: 1 });
  });

  it.each(["eventType", "notificationType"] as const)(
    "reads a delivery and a complaint by Message-ID: %s",
    async (form) => {
      const who = await anOwnerAtSes();
      const { id, recipient, byMessageId } = await sentMail(who);
      const fields: SesFields = { form, recipient, messageId: "unknown", ...byMessageId };
      expect(await report(who.topicArn, aSesDelivery(fields))).toEqual(TAKEN);
      const delivered = await told(who, id);
      expect(delivered.recipients).toMatchObject([{ recipient, outcome: "delivered" }]);
      expect(delivered.timeline.map(({ event }) => event)).toContain("delivered");
      expect(delivered.explanation).toMatchObject({ code: "delivered" });
      await eventReader(stack, who.key).typesWith("notification.delivered");
      expect(await suppressionsOf(who)).toEqual([]);
      expect(await report(who.topicArn, aSesComplaint(fields))).toEqual(TAKEN);
      expect((await told(who, id)).recipients).toMatchObject([{ recipient, outcome: "complained" }]);
      expect(await suppressionsOf(who)).toMatchObject([{ recipient, reason: "complaint" }]);
      expect(await stack.settled(who.key, id)).toMatchObject({ status: "sent" });
    },
  );

  it("applies an event that comes before the id in the server's 250 is stored", async () => {
    const who = await anOwnerAtSes();
    const [mailId, recipient] = [`0100-${randomUUID()}-000000`, anAddress("ana")];
    const { script } = smtp;
    onTestFinished(() => {
      smtp.script = script;
    });
    smtp.script = { ...script, end: { say: `250 Ok ${mailId}`, afterMs: 1500 } };
    const id = await stack.accepted(who.key, { recipient });
    const event: { mail?: object } = aSesBounce({ messageId: mailId, recipient });
    const early = { ...event, mail: { ...event.mail, timestamp: new Date().toISOString() } };
    expect(await report(who.topicArn, early)).toEqual(TAKEN);
    expect((await told(who, id)).timeline.map(({ event: told }) => told)).not.toContain("bounced");
    await until(
      () => told(who, id),
      ({ recipients }) => recipients[0]?.outcome === "bounced",
    );
    expect((await told(who, id)).timeline.map(({ event: told }) => told).slice(-2)).toEqual(["sent", "bounced"]);
    expect(await suppressionsOf(who)).toMatchObject([{ recipient, reason: "bounce", notification_id: id }]);
  });

  it("suppresses nobody for a transient bounce", async () => {
    const who = await anOwnerAtSes();
    const { id, recipient, mailId } = await sentMail(who);
    await report(who.topicArn, aSesBounce({ messageId: mailId, recipient, type: "Transient" }));
    expect((await told(who, id)).recipients).toMatchObject([{ outcome: "bounced" }]);
    expect(await suppressionsOf(who)).toEqual([]);
  });

  it("raises a concern on Home when more mails of an account come back, or are complained of, than is allowed", async () => {
    const who = await anOwnerAtSes();
    const notifications = Array.from({ length: 100 }, () => ({ recipient: anAddress(), subject: "News", body: "x" }));
    const answer = await stack.call("POST", "/api/v1/notifications/batch", { token: who.key, json: { notifications } });
    expect(answer.status).toBe(202);
    const ids = (answer.body.results as { readonly notification: Fields }[]).map(({ notification }) =>
      String(notification.id),
    );
    const sent = await stack.allSettled(who.key, ids);
    expect(sent.filter(({ status }) => status === "sent")).toHaveLength(100);
    const concerns = async () =>
      (await stack.call("GET", "/panel/api/attention", { token: who.token })).body.concerns as Fields[];
    const fieldsOf = (i: number) => ({
      ...{ messageId: "unknown", recipient: String(notifications[i]?.recipient) },
      commonHeaders: { messageId: `<${ids[i]}@sender.example>` },
    });
    for (let i = 0; i < 4; i++) await report(who.topicArn, aSesBounce(fieldsOf(i)));
    await report(who.topicArn, aSesComplaint(fieldsOf(10)));
    for (let n = 0; n < 2; n++) await report(who.topicArn, aSesBounce({ ...fieldsOf(4), type: "Transient" }));
    await eventReader(stack, who.key).typesWith("notification.complained");
    expect(await concerns()).toEqual([]);

    await report(who.topicArn, aSesBounce(fieldsOf(5)));
    await report(who.topicArn, aSesComplaint(fieldsOf(11)));
    const found = await until(concerns, ({ length }) => length === 2);
    const record = { kind: "sending_account", id: who.accountId };
    expect(found).toMatchObject([
      { kind: "sending_account_complaints_exceeded", record, count: 2 },
      { kind: "sending_account_bounces_exceeded", record, count: 5 },
    ]);
    expect(found[1]?.text).toContain("5 of 100 mails of the last 7 days (5 %) bounced for good.");
  });

  it("refuses a topic that no account names, also once none names it any more", async () => {
    const topicArn = aTopic();
    for (const kind of ["notification", "subscription"]) {
      expect(await publish(topicArn, { kind, message: "{}" })).toMatchObject(REFUSED);
    }
    const who = await anOwnerAtSes();
    const subscribed = { kind: "subscription" };
    expect(await publish(who.topicArn, subscribed)).toEqual(TAKEN);
    expect(await publish(who.topicArn, { ...subscribed, corrupt: "signature" })).toMatchObject({ status: 403 });
    expect((await name(who, undefined)).body).not.toHaveProperty("feedback_topic_arn");
    expect(await publish(who.topicArn, subscribed)).toMatchObject(REFUSED);
  });

  it("refuses a topic that only an account of test mode names, whose field is kept as ever", async () => {
    const { token } = await stack.owner(null);
    const topicArn = aTopic();
    const json = stack.account({ feedback_topic_arn: topicArn });
    const made = await stack.call("POST", ACCOUNTS, { token, json, headers: { "herald-mode": "test" } });
    expect(made).toMatchObject({ status: 201, body: { feedback_topic_arn: topicArn } });
    for (const kind of ["notification", "subscription"])
      expect(await publish(topicArn, { kind, message: "{}" })).toMatchObject(REFUSED);
  });

  it("ascribes to no mail of an account that names another topic, and to nobody else", async () => {
    const [who, other] = [await anOwnerAtSes(), await anOwnerAtSes()];
    const { id, mailId, recipient, byMessageId } = await sentMail(who);
    for (const ids of [{ messageId: mailId }, byMessageId])
      expect(await report(other.topicArn, aSesBounce({ recipient, ...ids }))).toEqual(TAKEN);
    const stranger = aSesBounce({ recipient: anAddress("dora"), messageId: mailId });
    expect(await report(who.topicArn, stranger)).toEqual(TAKEN);
    expect(await report(who.topicArn, { text: "Successfully validated" })).toEqual(TAKEN);
    expect((await told(who, id)).timeline.map(({ event }) => event)).not.toContain("bounced");
    expect([await suppressionsOf(who), await suppressionsOf(other)]).toEqual([[], []]);
  });

  it("refuses the topic of chat events as an account's, and what is no topic", async () => {
    const who = await anOwnerAtSes();
    for (const arn of ["arn:aws:sns:us-east-1:000000000000:herald-chat-events", "ses-feedback"])
      expect(await name(who, arn)).toMatchObject({
        status: 400,
        body: { error: expect.stringMatching(/^feedback_topic_arn /) },
      });
  });
});
