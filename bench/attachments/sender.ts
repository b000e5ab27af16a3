import * as z from "zod";
import type { Mail } from "../../shared/email/domain/mail.ts";
import { S3AttachmentBucket } from "../../shared/email/s3/attachment-bucket.ts";
import { SmtpMailer } from "../../shared/email/smtp/smtp-mailer.ts";
import { addressGuard } from "../../shared/kernel/network/address-guard.ts";
import { ownerSub } from "../../shared/kernel/owner.ts";

// This file runs as a separate process, so that its memory is that of sending alone. The parent tells it to send
// several mails at once, and it reports how long each took.

const order = z.object({ port: z.number(), key: z.string(), sizeBytes: z.number(), mails: z.number() });

const owner = ownerSub.parse("sender");
const bucket = new S3AttachmentBucket("content");
const mailer = new SmtpMailer({
  guard: addressGuard({ allow: ["127.0.0.0/8"] }),
  readFile: (...range) => bucket.read(...range),
});
const mail: Omit<Mail, "attachments"> = {
  messageId: "<1@sender.example>",
  date: new Date(0),
  from: { name: "Herald", address: "herald@sender.example" },
  to: "anna@example.org",
  cc: [],
  bcc: [],
  envelope: ["anna@example.org"],
  subject: "Report",
  body: "Here it is.",
  bodyType: "text",
};

async function send({ port, key, sizeBytes, mails }: z.output<typeof order>): Promise<number[]> {
  const settings = { provider: "smtp", host: "127.0.0.1", port, encryption: "none", maxConnections: mails } as const;
  const attachments = [{ filename: "report.bin", contentType: "application/pdf", sizeBytes, source: { key } }];
  return Promise.all(
    Array.from({ length: mails }, async () => {
      const begun = performance.now();
      const outcome = await mailer.send(
        { owner, accountId: "1", secret: "", settings },
        { ...mail, attachments },
        60_000,
      );
      if (outcome.kind !== "answered") throw new Error(outcome.cause);
      return performance.now() - begun;
    }),
  );
}

process.on("message", (message) => {
  void send(order.parse(message)).then((tookMs) => process.send?.({ tookMs }));
});
