import { describe, expect, it } from "vitest";
import { explanations } from "../../../shared/channels/domain/explanations.ts";
import { type ApplyFeedbackDeps, applyFeedback, type MailFeedback } from "../../../shared/email/apply-feedback.ts";
import { toldRecipients, toldTimeline } from "../../../shared/notifications/domain/explanation/told-timeline.ts";
import type { Notification } from "../../../shared/notifications/domain/notification.ts";
import { aNotification, anEmail } from "../../support/builders.ts";
import { fakeClock } from "../../support/fake-clock.ts";
import { inMemoryNotificationStore } from "../../support/in-memory-notification-store.ts";
import { inMemorySuppressions } from "../../support/in-memory-suppressions.ts";
import { sequentialIdentifiers } from "../../support/sequential-identifiers.ts";

const ANA = "ana@nordpost.example";
const BEN = "ben@nordpost.example";
const CARL = "carl@nordpost.example";

const bounced = (addresses: readonly string[], status = "5.1.1", type: "permanent" | "transient" = "permanent") =>
  ({ kind: "bounced", addresses, type, status, response: `550 ${status} no` }) satisfies MailFeedback;
const complained = (addresses: readonly string[]) =>
  ({ kind: "complained", addresses, feedbackType: "abuse" }) satisfies MailFeedback;

/** A sent mail to Ana, with Ben and Carl as copies where they are asked for. */
async function sentMail({ copies = [], ...changes }: Partial<Notification> & { copies?: readonly string[] } = {}) {
  const clock = fakeClock();
  const notifications = inMemoryNotificationStore({ clock });
  const suppressions = inMemorySuppressions();
  const deps: ApplyFeedbackDeps = { notifications, suppressions, clock, identifiers: sequentialIdentifiers() };
  const count = copies.length === 0 ? {} : { recipientCount: copies.length + 1 };
  const notification = aNotification({ status: "sent", attempts: 1, recipient: ANA, ...count, ...changes });
  const { owner, id } = notification;
  const content = anEmail({ recipient: ANA, cc: [...copies] });
  await notifications.add(notification, content);
  const addresses = [ANA, ...copies];
  const now = async () => {
    const found = await notifications.get(owner, id);
    if (found === undefined) throw new Error("the notification is gone");
    return found;
  };
  return {
    ...{ deps, clock, notifications, suppressions, owner, id, now },
    apply: (report: MailFeedback) => applyFeedback(deps, { owner, id }, report),
    list: async () => (await suppressions.list(owner, { limit: 10 })).suppressions,
    code: async () => explanations.explain(await now()).code,
    outcomes: async () => toldRecipients(await now(), addresses).map(({ outcome }) => outcome),
    told: async () => toldTimeline(await now(), addresses, explanations),
  };
}

describe("applyFeedback()", () => {
  it("notes a permanent bounce, suppresses its recipient, and leaves the rest of the notification alone (D45b)", async () => {
    const mail = await sentMail();
    const before = await mail.now();
    expect(await mail.apply(bounced([ANA]))).toBe("applied");
    const { feedback, ...after } = await mail.now();
    expect(after).toEqual(before);
    expect(feedback).toEqual([
      expect.objectContaining({ kind: "bounced", to: 0, recipient: ANA, type: "permanent", status: "5.1.1" }),
    ]);
    expect(feedback?.[0]).not.toHaveProperty("suppressionDue");
    expect(await mail.list()).toEqual([
      expect.objectContaining({ recipient: ANA, reason: "bounce", notificationId: mail.id, response: "550 5.1.1 no" }),
    ]);
    expect([await mail.code(), await mail.outcomes()]).toEqual(["bounced", ["bounced"]]);
    expect((await mail.told()).at(-1)).toMatchObject({
      ...{ event: "bounced", recipient: ANA, code: "mailbox_not_found", response: "550 5.1.1 no" },
    });
  });

  it("suppresses nobody by a transient bounce (D45e)", async () => {
    const mail = await sentMail();
    await mail.apply(bounced([ANA], "5.2.2", "transient"));
    expect(await mail.list()).toEqual([]);
    expect((await mail.now()).feedback).toEqual([expect.objectContaining({ type: "transient" })]);
    expect((await mail.told()).at(-1)).toMatchObject({ code: "mailbox_full" });
  });

  it("suppresses who complains", async () => {
    const mail = await sentMail();
    await mail.apply(complained([ANA]));
    expect(await mail.list()).toEqual([expect.objectContaining({ recipient: ANA, reason: "complaint" })]);
    expect([await mail.code(), await mail.outcomes()]).toEqual(["complained", ["complained"]]);
    expect((await mail.told()).at(-1)).toMatchObject({ event: "complained", recipient: ANA, code: "complained" });
  });

  it("notes deliveries, and explains a mail as delivered when every recipient has it (D45g)", async () => {
    const mail = await sentMail({ copies: [BEN] });
    await mail.apply({ kind: "delivered", addresses: [BEN], match: "only-named", response: "250 ok" });
    expect([await mail.code(), await mail.outcomes()]).toEqual(["sent", ["accepted", "delivered"]]);
    await mail.apply({ kind: "delivered", addresses: [ANA], match: "only-named" });
    expect([await mail.code(), await mail.outcomes()]).toEqual(["delivered", ["delivered", "delivered"]]);
    expect(await mail.list()).toEqual([]);
  });

  it("takes one bounce and one complaint of each recipient: a repeat, in other words too, changes nothing (D45f)", async () => {
    const mail = await sentMail();
    expect(await mail.apply(bounced([ANA]))).toBe("applied");
    const [suppression] = await mail.list();
    await mail.suppressions.remove(mail.owner, suppression?.id ?? "");
    const before = await mail.now();
    expect(await mail.apply(bounced(["Ana@NORDPOST.example"], "5.1.2"))).toBe("repeated");
    expect([await mail.now(), await mail.list()]).toEqual([before, []]);
    expect(await mail.apply(complained([ANA]))).toBe("applied");
    expect(await mail.list()).toHaveLength(1);
  });

  it("makes the suppression that a crash left due, once", async () => {
    const mail = await sentMail();
    const failing = { ...mail.suppressions, add: () => Promise.reject(new Error("no answer")) };
    const report = bounced([ANA]);
    const { owner, id } = mail;
    await expect(applyFeedback({ ...mail.deps, suppressions: failing }, { owner, id }, report)).rejects.toThrow();
    expect(await mail.list()).toEqual([]);
    expect(await mail.apply(report)).toBe("repeated");
    const [suppression] = await mail.list();
    expect(suppression).toMatchObject({ recipient: ANA, reason: "bounce" });
    await mail.suppressions.remove(mail.owner, suppression?.id ?? "");
    await mail.apply(report);
    expect(await mail.list()).toEqual([]);
  });

  it.each([
    ["the first address that the mail went to", [CARL, BEN], 1],
    ["nobody for an address that the mail did not go to", [CARL], undefined],
    ["nobody for a hidden address", [], undefined],
  ])("means %s, of a mail to several", async (_, addresses, to) => {
    const mail = await sentMail({ copies: [BEN] });
    await mail.apply(bounced(addresses));
    expect((await mail.now()).feedback?.[0]?.to).toBe(to);
    expect((await mail.list()).map(({ recipient }) => recipient)).toEqual(to === undefined ? [] : [BEN]);
    expect((await mail.now()).feedback?.[0]?.type).toBe(to === undefined ? "transient" : "permanent");
    expect(await mail.code()).toBe("partly_delivered");
  });

  it("means the only recipient by whatever a report names, unless it asks for one that is named", async () => {
    const mail = await sentMail();
    expect(await mail.apply({ ...bounced([BEN]), match: "only-named" })).toBe("unknown");
    expect((await mail.now()).feedback).toBeUndefined();
    expect(await mail.apply(bounced([BEN]))).toBe("applied");
    expect((await mail.list()).map(({ recipient }) => recipient)).toEqual([ANA]);
  });

  it("means the one that is left when the server refused the others, and never one that it refused", async () => {
    const recipients = [
      { to: 0, result: "accepted" as const },
      { to: 1, result: "refused" as const, text: "550 5.1.1 no" },
    ];
    const mail = await sentMail({ copies: [BEN], recipients });
    await mail.apply(bounced([BEN]));
    expect((await mail.list()).map(({ recipient }) => recipient)).toEqual([ANA]);
    expect([await mail.code(), await mail.outcomes()]).toEqual(["bounced", ["bounced", "refused"]]);
  });

  it("still knows the first recipient when the content has expired, and no copy", async () => {
    const mail = await sentMail({ copies: [BEN] });
    mail.clock.advance(20 * 86_400_000);
    await mail.apply(bounced([ANA]));
    mail.clock.advance(1000);
    await mail.apply(bounced([BEN]));
    expect((await mail.list()).map(({ recipient }) => recipient)).toEqual([ANA]);
    expect((await mail.now()).feedback?.map(({ to }) => to)).toEqual([0, undefined]);
  });

  it("is applied before our own result is recorded, and stands behind the attempt that it follows", async () => {
    const mail = await sentMail({ status: "pending", attempts: 0 });
    const claimed = await mail.notifications.claim(mail.owner, mail.id);
    if (claimed === undefined) throw new Error("there is nothing to claim");
    mail.clock.advance(10);
    expect(await mail.apply(bounced([ANA]))).toBe("applied");
    mail.clock.advance(10);
    const at = new Date(mail.clock.now()).toISOString();
    await mail.notifications.record(claimed, { to: "sent" }, { at, attempt: 1, to: "sent", durationMs: 20 });
    expect((await mail.told()).map(({ event }) => event)).toEqual(["accepted", "sent", "bounced"]);
    expect((await mail.told()).at(-1)?.at).toBe(at);
    expect(await mail.code()).toBe("bounced");
  });

  it("is about mails only, and about those that are kept", async () => {
    const chat = await sentMail({ channel: "chat" });
    expect(await chat.apply(bounced([ANA]))).toBe("unknown");
    const gone = await sentMail();
    gone.clock.advance(91 * 86_400_000);
    expect(await gone.apply(bounced([ANA]))).toBe("unknown");
  });
});
