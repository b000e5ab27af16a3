import { createHash } from "node:crypto";
import type { Owner } from "../../kernel/owner.ts";
import { SOURCES_PREFIX } from "../domain/source-prefix.ts";

/** This partition of the table Events has all that test mode took in for an owner: mails, and messages to customers. */
export const sandboxPartition = (owner: Owner): string => `SANDBOX#${owner}`;

/** All large sources of an owner are below this prefix. */
export const sandboxSourcesOf = (owner: Owner): string =>
  `${SOURCES_PREFIX}${createHash("sha256").update(owner).digest("hex")}/`;
