import { ATTACHMENT_PREFIXES } from "../../shared/email/domain/attachment-prefixes.ts";
import { SOURCES_PREFIX } from "../../shared/sandbox/domain/source-prefix.ts";
import type { GrantOf } from "./grant.ts";

/**
 * The content bucket has these prefixes: contents of notifications expire, those of scheduled notifications expire
 * later, and texts of templates do not expire.
 */
export const CONTENT_PREFIXES = { bodies: "bodies/", later: "later/", templates: "templates/" } as const;

/** Large mails of test mode are kept below this prefix for a week. */
export const SANDBOX_SOURCES = SOURCES_PREFIX;

const onSources =
  (action: string): GrantOf =>
  ({ contentArn }) => ({ actions: [action], resources: [`${contentArn}/${SANDBOX_SOURCES}*`] });

const KEPT_FILES = [ATTACHMENT_PREFIXES.now, ATTACHMENT_PREFIXES.later];

const onContent =
  (action: string): GrantOf =>
  ({ contentArn }) => ({
    actions: [action],
    resources: Object.values(CONTENT_PREFIXES).map((prefix) => `${contentArn}/${prefix}*`),
  });

/** Maps each capability on the content bucket to its grant. */
export const CONTENT_GRANTS = {
  "content:read": onContent("s3:GetObject"),
  "content:write": onContent("s3:PutObject"),
  "sandbox-sources:read": onSources("s3:GetObject"),
  "sandbox-sources:keep": onSources("s3:PutObject"),
  "templates:remove": ({ contentArn }) => ({
    actions: ["s3:DeleteObject"],
    resources: [`${contentArn}/${CONTENT_PREFIXES.templates}*`],
  }),
  "uploads:write": ({ contentArn }) => ({
    actions: ["s3:PutObject", "s3:DeleteObject", "s3:AbortMultipartUpload"],
    resources: [`${contentArn}/${ATTACHMENT_PREFIXES.uploads}*`],
  }),
  "attachments:read": ({ contentArn }) => ({
    actions: ["s3:GetObject"],
    resources: Object.values(ATTACHMENT_PREFIXES).map((prefix) => `${contentArn}/${prefix}*`),
  }),
  // Without the right to list the bucket, S3 answers a missing object as if it were forbidden (Amazon S3 API reference,
  // "HeadObject").
  "attachments:miss": ({ contentArn }) => ({ actions: ["s3:ListBucket"], resources: [contentArn] }),
  "attachments:keep": ({ contentArn }) => ({
    actions: ["s3:PutObject"],
    resources: KEPT_FILES.map((prefix) => `${contentArn}/${prefix}*`),
  }),
} as const satisfies Readonly<Record<string, GrantOf>>;
