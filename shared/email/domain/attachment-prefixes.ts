/**
 * The prefixes of the content bucket for files of mails, each with a lifetime of its own (`lib/cloud/constructs/content-bucket.ts`):
 * uploads, and the copies that sends keep, of those that leave now and of those that wait.
 */
export const ATTACHMENT_PREFIXES = { uploads: "uploads/", now: "attachments/", later: "attachments-later/" } as const;
