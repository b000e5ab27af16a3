import { describe, expect, it } from "vitest";
import { notificationRequest } from "../../../shared/channels/contract/notification-request.ts";
import { checkEmail } from "../../../shared/email/check-email.ts";
import type { EmailRequest } from "../../../shared/email/contract/email-request.ts";
import type { EmailContent } from "../../../shared/email/domain/email-content.ts";
import { mailCode } from "../../../shared/email/domain/explanation/mail-explainer.ts";
import { MAIL_CAUSES } from "../../../shared/email/domain/mail-causes.ts";
import type { SendingAccount } from "../../../shared/email/domain/sending-account.ts";
import { emailIntake } from "../../../shared/email/email-channel.ts";
import { sendEmail } from "../../../shared/email/send-email.ts";
import { templateCache } from "../../../shared/go-template/template-cache.ts";
import { CAUSES } from "../../../shared/notifications/domain/causes.ts";
import { NotAskedError } from "../../../shared/notifications/not-asked-error.ts";
import { anOwner } from "../../support/an-owner.ts";
import { aClaim, anEmail, aSendingAccount } from "../../support/builders.ts";
import { fakeClock } from "../../support/fake-clock.ts";
import { inMemoryAttachments } from "../../support/in-memory-attachments.ts";
import { inMemoryEmailTemplateStore } from "../../support/in-memory-email-template-store.ts";
import { inMemoryNotificationStore } from "../../support/in-memory-notification-store.ts";
import { inMemorySendingAccountStore } from "../../support/in-memory-sending-account-store.ts";
import { inMemorySuppressions, inMemoryUnsubscribeLinks } from "../../support/in-memory-suppressions.ts";
import { plainSecretBox } from "../../support/plain-secret-box.ts";
import { recordingMailer } from "../../support/recording-mailer.ts";
import { sequentialIdentifiers } from "../../support/sequential-identifiers.ts";
import { silentLog } from "../../support/silent-telemetry.ts";

const OWNER = anOwner("owner-1");
const HOUR_MS = 3_600_000;
const { hash } = sequentialIdentifiers();
const parseTemplate = templateCache({ maxEntries: 10, maxCharacters: 100_000 }, hash);

const uuidAt = (ms: number) => {
  const hex = ms.toString(16).padStart(12, "0");
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-${crypto.randomUUID().slice(-12)}`;
};

function setUp(account: Partial<SendingAccount> = {}) {
  const clock = fakeClock();
  const files = inMemoryAttachments();
  const sendingAccounts = inMemorySendingAccountStore([aSendingAccount({ owner: OWNER, isDefault: true, ...account })]);
  const emailTemplates = inMemoryEmailTemplateStore();
  const unsubscribeLinks = inMemoryUnsubscribeLinks();
  const deps = { sendingAccounts, emailTemplates, parseTemplate, uploadedFiles: files, clock, unsubscribeLinks };
  const accept = async (fields: object) => {
    const body = { recipient: "anna@example.org", subject: "Hello", body: "Hi", ...fields };
    const request = notificationRequest.parse(body) as EmailRequest;
    const { content } = await checkEmail(deps, { owner: OWNER, id: crypto.randomUUID(), request, caller: {} });
    return content as EmailContent;
  };
  const upload = async (size: number, owner = OWNER, id = uuidAt(clock.now())) => {
    const writer = files.open(owner, { id, filename: "a.pdf", likelyContentType: () => "application/pdf" });
    await writer.write(new Uint8Array(size));
    await writer.finish("application/pdf");
    return id;
  };
  return { clock, files, accept, upload, deps };
}

describe("accepting files (D43)", () => {
  it("names an upload by what is kept of it, once for all who use it", async () => {
    const { accept, upload, files } = setUp();
    const id = await upload(5);
    const { attachments } = await accept({
      attachments: [
        { attachment_id: id },
        { attachment_id: id, filename: "b.txt", content_type: "text/plain", content_id: "b" },
      ],
    });
    const [first, second] = attachments ?? [];
    expect(first).toMatchObject({ filename: "a.pdf", contentType: "application/pdf", sizeBytes: 5 });
    expect(second).toMatchObject({ filename: "b.txt", contentType: "text/plain", contentId: "b" });
    expect(first?.source).toEqual(second?.source);
    expect(files.files.size).toBe(2);
    await accept({ attachments: [{ attachment_id: id }] });
    expect(files.files.size).toBe(2);
  });

  it("keeps an upload apart for a mail that waits for its time", async () => {
    const { accept, upload } = setUp();
    const id = await upload(5);
    const sendAt = new Date(Date.now() + HOUR_MS).toISOString();
    const [now, later] = [
      await accept({ attachments: [{ attachment_id: id }] }),
      await accept({ send_at: sendAt, attachments: [{ attachment_id: id }] }),
    ].map(({ attachments }) => attachments?.[0]?.source);
    expect(now).not.toEqual(later);
  });

  it("finds an upload for seven days", async () => {
    const { accept, upload, clock } = setUp();
    const id = await upload(5);
    clock.advance(7 * 24 * HOUR_MS - 1);
    expect(await accept({ attachments: [{ attachment_id: id }] })).toMatchObject({ attachments: [{ sizeBytes: 5 }] });
    clock.advance(1);
    await expect(accept({ attachments: [{ attachment_id: id }] })).rejects.toMatchObject({
      code: "invalid_request",
      message: "attachment_id not found",
      problems: [{ field: "attachments.0.attachment_id", message: "attachment_id not found" }],
    });
  });

  it("does not find those of others, and keeps nothing of a request that it refuses", async () => {
    const { accept, upload, files } = setUp();
    const foreign = await upload(5, anOwner("owner-2"));
    const own = await upload(5);
    const before = files.files.size;
    await expect(accept({ attachments: [{ attachment_id: own }, { attachment_id: foreign }] })).rejects.toThrow(
      "attachment_id not found",
    );
    const large = await upload(19_600_000);
    await expect(accept({ attachments: [{ attachment_id: large }] })).rejects.toThrow(
      "the message would be larger than 25 MiB",
    );
    expect(files.files.size).toBe(before + 1);
    const fits = await upload(18 * 1024 * 1024);
    expect(await accept({ attachments: [{ attachment_id: fits }] })).toMatchObject({ attachments: [{}] });
  });

  it("is for SMTP accounts; to another, what is set beside the text does no harm", async () => {
    const settings = { provider: "http_api", endpoint: "https://api.x.test", bodyTemplate: "{}" } as const;
    const { accept } = setUp({ settings });
    const file = { filename: "a", content: "aGk=" };
    await expect(accept({ attachments: [file] })).rejects.toThrow(
      "attachments need a sending account with provider smtp",
    );
    const set = { reply_to: "a@x.test", headers: { "X-a": "b" }, attachments: [] };
    expect(await accept(set)).toMatchObject({ replyTo: ["a@x.test"], headers: { "X-a": "b" } });
  });

  it("renews what a content names, each copy once, and says when one is gone", async () => {
    const { files, accept, upload, deps } = setUp();
    const { renew } = emailIntake(deps);
    const id = await upload(5);
    const both = [{ attachment_id: id }, { attachment_id: id }, { filename: "a", content: "aGk=" }];
    const content = await accept({ attachments: both });
    expect(await renew?.(content)).toBe(true);
    expect(await renew?.(anEmail())).toBe(true);
    files.files.clear();
    expect(await renew?.(content)).toBe(false);
  });

  it("adds nothing to the content of a mail that uses none of it", async () => {
    expect(JSON.parse(JSON.stringify(await setUp().accept({})))).toEqual({
      ...{ channel: "email", recipient: "anna@example.org", cc: [], bcc: [] },
      ...{ subject: "Hello", body: "Hi", bodyType: "text" },
    });
  });
});

describe("sending files", () => {
  async function attempt(has: (key: string) => Promise<boolean>, changes: Partial<SendingAccount> = {}) {
    const clock = fakeClock();
    const id = crypto.randomUUID();
    const secret = await plainSecretBox().seal("x", { owner: OWNER, accountId: id });
    const account = aSendingAccount({ owner: OWNER, id, secret, ...changes });
    const claimed = aClaim({ owner: OWNER, accountId: account.id });
    const notifications = inMemoryNotificationStore({ clock });
    const source = { key: "attachments/1" };
    const attachments = [{ filename: "a", contentType: "text/plain", sizeBytes: 5, source }];
    await notifications.add(
      { ...claimed, status: "pending", attempts: 0 },
      anEmail({ attachments, replyTo: ["r@x.test"] }),
    );
    const mailer = recordingMailer();
    const deps = {
      ...{ notifications, mailer, clock, log: silentLog, mailFiles: { has } },
      sendingAccounts: inMemorySendingAccountStore([account]),
      secretBox: plainSecretBox(),
      identifiers: sequentialIdentifiers(),
      suppressions: inMemorySuppressions(),
    };
    return { mailer, outcome: sendEmail(deps, claimed, async () => undefined) };
  }

  it("hands the mailer their keys, and never their bytes", async () => {
    const { mailer, outcome } = await attempt(async () => true);
    expect(await outcome).toMatchObject({ kind: "sent" });
    expect(mailer.sent).toMatchObject([
      { mail: { attachments: [{ source: { key: "attachments/1" } }], replyTo: ["r@x.test"] } },
    ]);
  });

  it("ends at once when the account has become one that sends none", async () => {
    const settings = { provider: "http_api", endpoint: "https://x.test/", authHeaderName: "A", authValueTemplate: "b" };
    const { mailer, outcome } = await attempt(async () => true, {
      settings: { ...settings, provider: "http_api", bodyTemplate: "{}" },
    });
    expect(await outcome).toMatchObject({ kind: "failed", isTerminal: true, cause: MAIL_CAUSES.files_need_smtp });
    expect(mailCode({ text: MAIL_CAUSES.files_need_smtp })).toBe("account_settings_unusable");
    expect(mailer.sent).toEqual([]);
  });

  it("ends at once when one is gone, as when the content is", async () => {
    const { mailer, outcome } = await attempt(async () => false);
    expect(await outcome).toMatchObject({ kind: "failed", isTerminal: true, cause: CAUSES.content_expired });
    expect(mailer.sent).toEqual([]);
  });

  it("is no attempt while the bucket does not answer", async () => {
    const { outcome } = await attempt(() => Promise.reject(new Error("the bucket is away")));
    await expect(outcome).rejects.toBeInstanceOf(NotAskedError);
  });
});
