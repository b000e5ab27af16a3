import { describe, expect, it } from "vitest";
import { expandedEmail, toExpandedEmail } from "../../../shared/email/contract/expanded-email.ts";
import type { EmailContent } from "../../../shared/email/domain/email-content.ts";
import { expandEmail } from "../../../shared/email/expand-email.ts";
import { mediaTypeOf } from "../../../shared/email/smtp/media-type.ts";
import type { Notification } from "../../../shared/notifications/domain/notification.ts";
import { aNotification, anEmail, aSendingAccount } from "../../support/builders.ts";
import { inMemorySendingAccountStore } from "../../support/in-memory-sending-account-store.ts";

const account = aSendingAccount({ fromAddress: "herald@sender.example" });
const { owner, id: accountId } = account;
const deps = {
  sendingAccounts: inMemorySendingAccountStore([account]),
  mediaTypeOf: async (file: Parameters<typeof mediaTypeOf>[0]) => mediaTypeOf(file),
};

/** Returns the request as callers read it. */
async function expanded(content: EmailContent | undefined, changes: Partial<Notification> = {}) {
  const notification = aNotification({ owner, accountId, ...changes });
  return expandedEmail.parse(toExpandedEmail(await expandEmail(deps, notification, content)));
}
const base64 = (text: string) => ({ source: { base64: Buffer.from(text).toString("base64") }, sizeBytes: text.length });

describe("expandEmail() (D53)", () => {
  it("leaves out what the send did not give", async () => {
    expect(JSON.stringify(await expanded(anEmail()))).toBe(
      JSON.stringify({
        recipient: "anna@example.org",
        subject: "Hello",
        from: "herald@sender.example",
        smtp_account_id: accountId,
      }),
    );
  });

  it("has every field that the send gave, and neither text nor headers", async () => {
    const [cc, bcc, replyTo] = [["b@example.org"], ["c@example.org", "d@example.org"], ["help@example.org"]];
    const headers = { "X-Campaign": "autumn" };
    const content = anEmail({ cc, bcc, replyTo, headers, fromName: "Shop", body: "<p>Secret</p>", text: "Secret" });
    const templateId = crypto.randomUUID();
    expect(await expanded(content, { templateId, templateVersion: 4, from: "news@sender.example" })).toEqual({
      ...{ recipient: "anna@example.org", cc, bcc, subject: "Hello", from: "news@sender.example", from_name: "Shop" },
      ...{ reply_to: replyTo, smtp_account_id: accountId, template_id: templateId, template_version: 4 },
    });
  });

  it("names each file with the type that the mail says of it", async () => {
    const attachments = [
      { filename: "given.bin", contentType: "text/csv; charset=utf-8", ...base64("a,b") },
      { filename: "invoice.pdf", ...base64("%PDF-1.7\n") },
      { filename: "uploaded.png", contentType: "image/png", source: { key: "a/key" }, sizeBytes: 70_000 },
    ];
    const { attachments: files = [] } = await expanded(anEmail({ attachments }));
    expect(files).toEqual([
      { filename: "given.bin", content_type: "text/csv; charset=utf-8", size: 3 },
      { filename: "invoice.pdf", content_type: "application/pdf", size: 9 },
      { filename: "uploaded.png", content_type: "image/png", size: 70_000 },
    ]);
  });

  it("has what the record has when the content is gone, and no sender when the account is gone, too", async () => {
    const recorded = { recipient: "anna@example.org", templateId: crypto.randomUUID(), templateVersion: 1 };
    const { recipient, templateId: template_id } = recorded;
    const all = { recipient, template_id, template_version: 1 };
    const at = { smtp_account_id: accountId };
    expect(await expanded(undefined, recorded)).toEqual({ ...all, ...at, from: "herald@sender.example" });
    const gone = crypto.randomUUID();
    const goneAt = { smtp_account_id: gone };
    expect(await expanded(undefined, { ...recorded, accountId: gone })).toEqual({ ...all, ...goneAt });
    const kept = { from: "news@sender.example" };
    expect(await expanded(undefined, { ...recorded, ...kept, accountId: gone })).toEqual({
      ...all,
      ...goneAt,
      ...kept,
    });
  });
});
