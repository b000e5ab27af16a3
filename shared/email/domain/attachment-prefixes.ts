/** The prefixes of files in the content bucket. Each has its own lifetime: uploads, copies for mails that leave now, copies for later mails. */
export const ATTACHMENT_PREFIXES = { uploads: "uploads/", now: "attachments/", later: "attachments-later/" } as const;
