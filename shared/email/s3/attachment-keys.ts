import { createHash } from "node:crypto";
import type { Owner } from "../../kernel/owner.ts";
import { ATTACHMENT_PREFIXES } from "../domain/attachment-prefixes.ts";
import type { Term } from "../domain/uploaded-attachment.ts";

const within = (prefix: string, owner: Owner): string =>
  `${prefix}${createHash("sha256").update(owner).digest("hex")}/`;

export const uploadKey = (owner: Owner, id: string): string => `${within(ATTACHMENT_PREFIXES.uploads, owner)}${id}`;
export const keptKey = (owner: Owner, id: string, term: Term): string =>
  `${within(ATTACHMENT_PREFIXES[term], owner)}${id}`;

/** Everything that an owner has uploaded or sent is under these prefixes. */
export const attachmentPrefixesOf = (owner: Owner): readonly string[] =>
  Object.values(ATTACHMENT_PREFIXES).map((prefix) => within(prefix, owner));
