import { afterAll, beforeAll, describe, it } from "vitest";
import { eventReader } from "../support/event-reader.ts";
import { anAddress, type Fields, HASTY, LocalStack, type Owner, until } from "../support/local-stack.ts";
import { deliveryReport, feedbackReport, mailBack, textMail } from "../support/mail-back.ts";

let stack: LocalStack;
beforeAll(async () => {
  stack = await LocalStack.shared(HASTY);
});
afterAll(() => stack.close());

const domain = () => stack.file.bounce_domain;
const fbl = () => `fbl@${domain()}`;
const back = (to: string | readonly string[], raw: string | Buffer, from?: string) =>
  mailBack(stack.file.smtp.port, { to, raw, ...(from !== undefined && { from }) });
const ownerWithPath = () => stack.owner({ return_path: `b@${domain()}` });
const suppressionsOf = async ({ token }: Owner) =>
  (await stack.call("GET", "/api/v1/suppressions", { token })).body.suppressions as Fields[];
const told = async ({ key }: Owner, id: string) =>
  (await stack.call("GET", `/api/v1/notifications/${id}/timeline`, { token: key })).body as unknown as {
    readonly timeline: Fields[];
    readonly recipients: Fields[];
    readonly explanation: Fields;
  };

/** Sends a mail and waits until it has left. */
async function sentMail(who: Owner, more: Fields = {}) {
  const recipient = anAddress();
  const id = await stack.accepted(who.key, { recipient, ...more });
  const notification = await stack.settled(who.key, id);
  const { mail_from: sender } = await stack.mail(recipient);
  return { id, recipient, sender, notification };
}

const outcomesOf = async (who: Owner, id: string) => (await told(who, id)).recipients.map(({ outcome }) => outcome);
const hasOutcome = (who: Owner, id: string, outcome: string) =>
  until(
    () => outcomesOf(who, id),
    (all) => all.includes(outcome),
    { withinMs: 20_000 },
  );

/** Waits until everything that came back before is applied: the report of a mail of its own comes behind it. */
async function isAllApplied(who: Owner): Promise<void> {
  const { id, recipient, sender } = await sentMail(who);
  await back(sender, deliveryReport({ address: recipient, status: "4.4.1" }));
  await hasOutcome(who, id, "bounced");
}

describe("the return path of an account (D45f)", () => {
  it("is stored in lower case, shown where it is set, and reset by PUT without it", async ({ expect }) => {
    const who = await stack.owner(null);
    const path = "/api/v1/smtp-accounts";
    const given = stack.account({ return_path: `B.1_x-@${domain().toUpperCase()}` });
    const made = await stack.call("POST", path, { token: who.token, json: given });
    expect([made.status, made.body.return_path]).toEqual([201, `b.1_x-@${domain()}`]);
    const one = `${path}/${String(made.body.id)}`;
    expect((await stack.call("GET", one, { token: who.token })).body.return_path).toBe(`b.1_x-@${domain()}`);
    const put = (more: Fields) => stack.call("PUT", one, { token: who.token, json: stack.account(more) });
    expect((await put({ return_path: `c@${domain()}` })).body.return_path).toBe(`c@${domain()}`);
    for (const more of [{ return_path: "" }, {}]) {
      await put({ return_path: `c@${domain()}` });
      const reset = await put(more);
      expect([reset.status, "return_path" in reset.body]).toEqual([200, false]);
    }
  });

  it.each(["b@elsewhere.example", "123456789012345678901@D", "b+c@D", "@D", "b@sub.D", "b", "ü@D", " b@D", "\u212a@D"])(
    "is refused as %s, naming the field",
    async (written) => {
      const { expect } = await import("vitest");
      const { token } = await stack.owner(null);
      const json = stack.account({ return_path: written.replace("D", domain()) });
      const answer = await stack.call("POST", "/api/v1/smtp-accounts", { token, json });
      expect([answer.status, String(answer.body.error).includes("return_path")]).toEqual([400, true]);
      expect(answer.body.errors).toEqual([{ field: "return_path", message: answer.body.error }]);
    },
  );

  it("may have a dot first, last or doubled, and what comes back to it is read", async ({ expect }) => {
    const who = await stack.owner({ return_path: `.b..c.@${domain()}` });
    const { id, recipient, sender } = await sentMail(who);
    expect(sender).toMatch(new RegExp(`^\\.b\\.\\.c\\.\\+[0-9a-z]{42}@${domain()}$`));
    await back(sender, deliveryReport({ address: recipient }));
    expect(await hasOutcome(who, id, "bounced")).toEqual(["bounced"]);
  });

  it("gives every mail an envelope sender of its own, the same at every attempt, while From and Message-ID stay", async ({
    expect,
  }) => {
    const who = await ownerWithPath();
    const recipient = `defer1+${anAddress()}`;
    const copy = anAddress();
    const id = await stack.accepted(who.key, { recipient, cc: [copy] });
    await stack.settled(who.key, id);
    const [late, early] = await Promise.all([stack.mail(recipient), stack.mail(copy)]);
    expect(late.mail_from).toMatch(new RegExp(`^b\\+[0-9a-z]{1,62}@${domain()}$`));
    expect(late.mail_from.split("@")[0]?.length).toBeLessThanOrEqual(64);
    expect(early.mail_from).toBe(late.mail_from);
    expect([late.from, late.message_id]).toEqual([
      expect.stringContaining("sender@shop.example"),
      expect.stringContaining(`${id}@shop.example`),
    ]);
    expect((await sentMail(who)).sender).not.toBe(late.mail_from);
  });

  it("leaves the envelope of an account without one as it was", async ({ expect }) => {
    expect((await sentMail(await stack.owner())).sender).toBe("sender@shop.example");
  });
});

describe("a mail that comes back (D45b, D45e, D45f)", () => {
  it("is in the timeline, the outcome, the explanation and the feed, suppresses its recipient, and leaves the rest alone", async ({
    expect,
  }) => {
    const who = await ownerWithPath();
    const { id, recipient, sender, notification } = await sentMail(who, { metadata: { order: "1" } });
    expect(
      await back(sender.toUpperCase(), deliveryReport({ address: recipient, response: "550 5.1.1 gone" })),
    ).toMatch(/^250 /);
    await hasOutcome(who, id, "bounced");
    const { timeline, recipients, explanation } = await told(who, id);
    expect(timeline.map(({ event }) => event)).toEqual(["accepted", "sent", "bounced"]);
    expect(timeline[2]).toEqual({
      ...{ event: "bounced", recipient, code: "mailbox_not_found", response: "550 5.1.1 gone" },
      at: expect.any(String),
    });
    expect(recipients).toEqual([{ recipient, outcome: "bounced", response: "550 5.1.1 gone" }]);
    expect(explanation.code).toBe("bounced");
    expect(await stack.notification(who.key, id)).toEqual(notification);
    const [suppression] = await until(
      () => suppressionsOf(who),
      (found) => found.length > 0,
    );
    expect(suppression).toMatchObject({
      ...{ channel: "email", recipient, reason: "bounce", notification_id: id, response: "550 5.1.1 gone" },
    });
    const feed = eventReader(stack, who.key);
    await feed.types(3);
    const [sent, ...others] = feed.seen;
    expect(sent?.type).toBe("notification.sent");
    expect(others.map(({ type }) => type).toSorted()).toEqual(["notification.bounced", "recipient.suppressed"]);
    const bounced = others.find(({ type }) => type === "notification.bounced");
    expect(bounced?.data).toEqual({
      ...notification,
      ...{ recipient, sending_account_id: who.accountId, reason: "bounced" },
      bounce: { recipient, type: "permanent", status: "5.1.1", response: "550 5.1.1 gone" },
    });
    const next = await stack.settled(who.key, await stack.accepted(who.key, { recipient }));
    expect(next.last_error).toMatch(/^recipient is suppressed: bounce on /);
  });

  it.each([
    ["5.1.1", "permanent", "mailbox_not_found"],
    ["5.2.1", "permanent", "mailbox_disabled"],
    ["5.0.0", "permanent", "recipient_refused"],
    ["5.1.7", "transient", undefined],
    ["5.1.8", "transient", "sender_refused"],
    ["5.2.2", "transient", "mailbox_full"],
    ["5.2.3", "transient", undefined],
    ["5.3.4", "transient", "message_too_large"],
    ["5.6.0", "transient", undefined],
    ["5.7.1", "transient", "policy_refused"],
    ["4.4.1", "transient", undefined],
  ])("with %s is %s", async (status, type, code) => {
    const { expect } = await import("vitest");
    const who = await ownerWithPath();
    const { id, recipient, sender } = await sentMail(who);
    await back(sender, deliveryReport({ address: recipient, status, response: "no reason" }));
    await hasOutcome(who, id, "bounced");
    const feed = eventReader(stack, who.key, { types: "notification.bounced" });
    await feed.types(1);
    expect(feed.seen[0]?.data.bounce).toMatchObject({ type, status });
    await isAllApplied(who);
    expect((await suppressionsOf(who)).length).toBe(type === "permanent" ? 1 : 0);
    if (code !== undefined) expect((await told(who, id)).timeline.at(-1)?.code).toBe(code);
  });

  it.each(["delayed", "delivered", "relayed", "expanded"])("changes nothing where it says %s", async (action) => {
    const { expect } = await import("vitest");
    const who = await ownerWithPath();
    const { id, recipient, sender } = await sentMail(who);
    await back(
      sender,
      deliveryReport({ address: recipient, action, status: action === "delayed" ? "4.4.1" : "2.0.0" }),
    );
    await isAllApplied(who);
    expect(await outcomesOf(who, id)).toEqual(["accepted"]);
  });

  it("is one bounce and one complaint for a recipient: a repeat, in other words too, changes nothing, also after a DELETE", async ({
    expect,
  }) => {
    const who = await ownerWithPath();
    const { id, recipient, sender } = await sentMail(who);
    const report = deliveryReport({ address: recipient });
    await Promise.all(Array.from({ length: 5 }, () => back(sender, report)));
    await hasOutcome(who, id, "bounced");
    const [suppression] = await until(
      () => suppressionsOf(who),
      (found) => found.length > 0,
    );
    await stack.call("DELETE", `/api/v1/suppressions/${String(suppression?.id)}`, { token: who.token });
    await back(sender, report);
    await back(
      sender,
      deliveryReport({ address: recipient.toUpperCase(), status: "5.1.2", response: "550 other words" }),
    );
    await isAllApplied(who);
    expect(await suppressionsOf(who)).toEqual([]);
    expect((await told(who, id)).timeline.filter(({ event }) => event === "bounced")).toHaveLength(1);
    await back(sender, feedbackReport({}));
    await back(sender, feedbackReport({ type: "fraud" }));
    await hasOutcome(who, id, "complained");
    await isAllApplied(who);
    expect((await told(who, id)).timeline.map(({ event }) => event)).toEqual([
      ...["accepted", "sent", "bounced", "complained"],
    ]);
    expect((await suppressionsOf(who)).map(({ reason }) => reason)).toEqual(["complaint"]);
    const feed = eventReader(stack, who.key, { types: "notification.bounced,notification.complained" });
    const own = (await feed.readOn()).filter(({ data }) => data.id === id);
    expect(own.map(({ type }) => type)).toEqual(["notification.bounced", "notification.complained"]);
    expect(own[1]?.data).toMatchObject({
      ...{ reason: "complained", recipient, complaint: { recipient, feedback_type: "abuse" } },
    });
  });

  it("is ascribed by nothing but a token: not by a Message-ID, a changed token, or one of another owner", async ({
    expect,
  }) => {
    const [who, other] = [await ownerWithPath(), await ownerWithPath()];
    const { id, recipient, sender } = await sentMail(who);
    const theirs = await sentMail(other);
    const report = `Message-ID: <${id}@shop.example>\r\n${deliveryReport({ address: recipient })}`;
    const token = sender.slice(sender.indexOf("+") + 1, sender.indexOf("@"));
    const changed = `${token.slice(0, -1)}${token.endsWith("0") ? "1" : "0"}`;
    for (const to of [fbl(), `b@${domain()}`, `b+${changed}@${domain()}`, `b+${token}0@${domain()}`, theirs.sender])
      expect(await back(to, report)).toMatch(/^250 /);
    await isAllApplied(who);
    expect([await outcomesOf(who, id), await suppressionsOf(who)]).toEqual([["accepted"], []]);
    // The token of a mail speaks of that mail, whatever address the report names.
    await hasOutcome(other, theirs.id, "bounced");
    expect((await suppressionsOf(other)).map((one) => one.recipient)).toEqual([theirs.recipient]);
  });

  it("means the recipients that it names, of a mail to several, and nobody for any other address", async ({
    expect,
  }) => {
    const who = await ownerWithPath();
    const [ben, carl] = [anAddress(), anAddress()];
    const { id, recipient, sender } = await sentMail(who, { cc: [ben], bcc: [carl] });
    await back(sender, deliveryReport({ address: carl }, { address: ben, status: "5.2.2" }, { address: anAddress() }));
    await hasOutcome(who, id, "bounced");
    await isAllApplied(who);
    const { recipients, explanation, timeline } = await told(who, id);
    expect(recipients.map(({ outcome }) => outcome)).toEqual(["accepted", "bounced", "bounced"]);
    expect(explanation.code).toBe("partly_delivered");
    expect(timeline.filter(({ event }) => event === "bounced").map((one) => one.recipient)).toEqual(
      expect.arrayContaining([ben, carl, undefined]),
    );
    expect((await suppressionsOf(who)).map((one) => one.recipient)).toEqual([carl]);
    const feed = eventReader(stack, who.key, { types: "notification.bounced" });
    const own = (await feed.readOn()).filter(({ data }) => data.id === id).map(({ data }) => data);
    expect(own.every((data) => data.recipient === recipient)).toBe(true);
    expect(own.map(({ bounce }) => bounce)).toContainEqual({
      type: "transient",
      status: "5.1.1",
      response: "550 5.1.1 no",
    });
  });

  it("suppresses no address that its mail did not go to, and the only recipient where the mail was forwarded", async ({
    expect,
  }) => {
    const who = await ownerWithPath();
    const { id, recipient, sender } = await sentMail(who);
    await back(sender, deliveryReport({ address: "forwarded@elsewhere.example" }));
    await hasOutcome(who, id, "bounced");
    await isAllApplied(who);
    expect((await suppressionsOf(who)).map((one) => one.recipient)).toEqual([recipient]);
  });

  it("is read from a server's text, and never from a person's or an absence note", async ({ expect }) => {
    const who = await ownerWithPath();
    const [by, note] = [await sentMail(who), await sentMail(who)];
    const qmail = (address: string) =>
      `Hi. This is the qmail-send program at mx.example.\nI'm afraid I wasn't able to deliver your message.\n\n<${address}>:\n192.0.2.4 does not like recipient.\nRemote host said: 550 5.1.1 unknown\nGiving up on 192.0.2.4.\n`;
    await back(note.sender, textMail(qmail(note.recipient), "ana@person.example"), "ana@person.example");
    await back(note.sender, textMail(qmail(note.recipient), "ana@person.example", ["Auto-Submitted: auto-replied"]));
    await back(by.sender, textMail(qmail(by.recipient)));
    await hasOutcome(who, by.id, "bounced");
    await isAllApplied(who);
    expect(await outcomesOf(who, note.id)).toEqual(["accepted"]);
    expect((await suppressionsOf(who)).map((one) => one.recipient)).toEqual([by.recipient]);
  });
});

describe("a feedback report (D45f)", () => {
  it.each(["abuse", "fraud", "virus", "other"])("of type %s complains and suppresses", async (type) => {
    const { expect } = await import("vitest");
    const who = await ownerWithPath();
    const { id, recipient, sender } = await sentMail(who);
    await back(fbl(), feedbackReport({ type, sentFrom: sender }), "fbl@provider.example");
    await hasOutcome(who, id, "complained");
    const { timeline, explanation } = await told(who, id);
    expect([timeline.at(-1)?.event, timeline.at(-1)?.recipient, explanation.code]).toEqual([
      ...["complained", recipient, "complained"],
    ]);
    await isAllApplied(who);
    expect(await suppressionsOf(who)).toMatchObject([{ recipient, reason: "complaint", notification_id: id }]);
  });

  it.each(["not-spam", "auth-failure"])("of type %s changes nothing", async (type) => {
    const { expect } = await import("vitest");
    const who = await ownerWithPath();
    const { id, sender } = await sentMail(who);
    await back(sender, feedbackReport({ type, sentFrom: sender }));
    await isAllApplied(who);
    expect([await outcomesOf(who, id), await suppressionsOf(who)]).toEqual([["accepted"], []]);
  });

  it("is ascribed by the token of the reported mail's Return-Path, at any address of the domain", async ({
    expect,
  }) => {
    const who = await ownerWithPath();
    const { id, sender } = await sentMail(who);
    await back(`anything@${domain()}`, feedbackReport({ returnPath: sender, sentFrom: "b+forged@elsewhere.example" }));
    await hasOutcome(who, id, "complained");
    expect((await told(who, id)).explanation.code).toBe("complained");
  });
});

describe("what is taken (D45f, M-returned-mail)", () => {
  it("is shown in the mailbox like any other mail", async ({ expect }) => {
    const who = await ownerWithPath();
    const { recipient, sender } = await sentMail(who);
    const raw = deliveryReport({ address: recipient });
    await back(sender, raw);
    const shown = await stack.mail(sender);
    expect([shown.mail_from, shown.rcpt_to, shown.raw.trimEnd()]).toEqual(["", [sender], raw.trimEnd()]);
  });

  it("has no address with a meaning: a return path reject@ takes its mails", async ({ expect }) => {
    const who = await stack.owner({ return_path: `reject@${domain()}` });
    const { id, recipient, sender } = await sentMail(who);
    expect(await back(sender, deliveryReport({ address: recipient }))).toMatch(/^250 /);
    expect(await hasOutcome(who, id, "bounced")).toEqual(["bounced"]);
  });

  it("may have 40 MB, of which the first MiB is read", async ({ expect }) => {
    const who = await ownerWithPath();
    const [near, far] = [await sentMail(who), await sentMail(who)];
    const line = `${"x".repeat(76)}\r\n`;
    const filler = (bytes: number) => line.repeat(Math.ceil(bytes / line.length));
    await back(near.sender, `${deliveryReport({ address: near.recipient })}\r\n${filler(38_000_000)}`);
    await hasOutcome(who, near.id, "bounced");
    const report = deliveryReport({ address: far.recipient });
    const begin = report.indexOf("\r\n\r\n") + 4;
    await back(far.sender, report.slice(0, begin) + filler(1_100_000) + report.slice(begin));
    await expect(back(far.sender, `${report}\r\n${filler(42_000_000)}`)).rejects.toThrow();
    await isAllApplied(who);
    expect(await outcomesOf(who, far.id)).toEqual(["accepted"]);
  });

  it("reads 1,000 recipients of a report and ascribes those that the mail went to", async ({ expect }) => {
    const who = await ownerWithPath();
    const { id, recipient, sender } = await sentMail(who, { cc: [anAddress()] });
    const many = Array.from({ length: 999 }, () => ({ address: anAddress() }));
    await back(sender, deliveryReport(...many, { address: recipient }));
    await hasOutcome(who, id, "bounced");
    expect(await suppressionsOf(who)).toMatchObject([{ recipient }]);
    const beyond = await sentMail(who, { cc: [anAddress()] });
    await back(beyond.sender, deliveryReport(...many, ...many.slice(0, 1), { address: beyond.recipient }));
    await isAllApplied(who);
    expect((await outcomesOf(who, beyond.id))[0]).toBe("accepted");
  });

  it("is dropped where it cannot be read, and logged without an address", async ({ expect }) => {
    const who = await ownerWithPath();
    const { sender, recipient } = await sentMail(who);
    const boundary = 'Content-Type: multipart/report; boundary="a"\r\n\r\n';
    for (const raw of ["\r\n", "no header\r\n", Buffer.from([0, 255, 254, 13, 10]), boundary + "--a\r\n".repeat(5000)])
      expect(await back(sender, raw)).toMatch(/^250 /);
    await back(sender, deliveryReport({ address: recipient }));
    await isAllApplied(who);
    const lines = stack.output.split("\n").filter((line) => line.includes("returned_mail."));
    expect(lines.some((line) => line.includes("returned_mail.dropped"))).toBe(true);
    for (const text of [sender, recipient, sender.split("@")[0] ?? ""])
      expect(lines.filter((line) => line.includes(text))).toEqual([]);
  });
});
