import { createHash } from "node:crypto";
import type { Owner } from "../../kernel/owner.ts";
import type { Term } from "../domain/uploaded-attachment.ts";

/**
 * The prefixes of the content bucket for files of mails, each with a lifetime of its own (`lib/cloud/constructs/content-bucket.ts`):
 * uploads, and the copies that sends keep.
 */
export const ATTACHMENT_PREFIXES = { uploads: "uploads/", now: "attachments/", later: "attachments-later/" } as const;

const within = (prefix: string, owner: Owner): string =>
  `${prefix}${createHash("sha256").update(owner).digest("hex")}/`;

export const uploadKey = (owner: Owner, id: string): string => `${within(ATTACHMENT_PREFIXES.uploads, owner)}${id}`;
export const keptKey = (owner: Owner, id: string, term: Term): string =>
  `${within(ATTACHMENT_PREFIXES[term], owner)}${id}`;

/** Of everything that an owner has uploaded and sent. */
export const attachmentPrefixesOf = (owner: Owner): readonly string[] =>
  Object.values(ATTACHMENT_PREFIXES).map((prefix) => within(prefix, owner));
