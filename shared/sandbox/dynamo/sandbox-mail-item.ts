import { createHash } from "node:crypto";
import * as z from "zod";
import type { Owner } from "../../kernel/owner.ts";
import type { SandboxMail } from "../domain/sandbox-mail.ts";
import { sandboxPartition } from "./sandbox-keys.ts";

/** What test mode took is kept for seven real days (D48c). */
export const KEPT_SECONDS = 7 * 86_400;
/** The last mails of an owner are kept, at most this many. */
export const MOST_MAILS = 1000;

export const MAIL_PREFIX = "MAIL#";
export const mailKey = (owner: Owner, id: string) => ({ pk: sandboxPartition(owner), sk: `${MAIL_PREFIX}${id}` });
export const sourceKey = (owner: Owner, { id, sourceId = id }: MailReference) => ({
  pk: sandboxPartition(owner),
  sk: `SOURCE#${sourceId}`,
});
export const sourceIdOf = (idempotencyKey: string): string =>
  createHash("sha256").update(idempotencyKey).digest("base64url");
/** Counts the mails that an owner was sent. */
export const countKey = (owner: Owner) => ({ pk: sandboxPartition(owner), sk: "MAILS" });

/** The places in which an owner's mails stand, in turn. A mail that takes a place pushes out the mail that stood there. */
export const placeKey = (owner: Owner, count: number) => ({
  pk: sandboxPartition(owner),
  sk: `PLACE#${String(count % MOST_MAILS).padStart(3, "0")}`,
});

/** Spellings of an address that differ only in case share their attempts. */
export const attemptsKey = (owner: Owner, messageId: string, recipient: string) => ({
  pk: sandboxPartition(owner),
  sk: `ATTEMPTS#${createHash("sha256")
    .update(JSON.stringify([messageId, recipient.toLowerCase()]))
    .digest("hex")}`,
});

export const countItem = z.object({ added: z.int() });
/** A mail with an idempotency key has its source under a hash of that key, so that the table takes only one of them. */
export const mailReference = z.object({ id: z.string(), sourceId: z.string().optional() });
export type MailReference = z.output<typeof mailReference>;
export const attemptsItem = z.object({ attempts: z.int() });

const mailItem = z.object({
  id: z.string(),
  notificationId: z.string().optional(),
  receivedAt: z.string(),
  mailFrom: z.string(),
  rcptTo: z.array(z.string()),
  messageId: z.string(),
  subject: z.string(),
  from: z.string(),
  size: z.int(),
});

export const toMail = (item: unknown): SandboxMail => mailItem.parse(item);

/** A source is stored compressed in an item of its own, or as it is in the content bucket. */
export const sourceItem = z.union([
  z.object({ compressed: z.instanceof(Uint8Array) }),
  z.object({ blobKey: z.string() }),
]);
