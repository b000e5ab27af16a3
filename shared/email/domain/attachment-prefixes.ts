/** Files are under prefixes of the content bucket with lifetimes of their own: uploads, copies for mails of now, copies for later mails. */
export const ATTACHMENT_PREFIXES = { uploads: "uploads/", now: "attachments/", later: "attachments-later/" } as const;
