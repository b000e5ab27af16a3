import { randomUUID } from "node:crypto";
import * as z from "zod";
import type { Owner } from "../../kernel/owner.ts";
import { ESCAPINGS, type TemplateWrite, templateBytes } from "../domain/email-template.ts";
import { BODY_TYPES } from "../domain/mail.ts";
import type { StoredText } from "./email-template-texts.ts";

/** The item of a template. Items of older templates lack the options and the version. */
const templateItem = z.object({
  id: z.string(),
  name: z.string(),
  bodyType: z.enum(BODY_TYPES),
  alias: z.string().optional(),
  isStrict: z.boolean().default(false),
  escaping: z.enum(ESCAPINGS).default("none"),
  version: z.number().default(1),
  showsOptions: z.boolean().default(false),
  restoredUnder: z.string().optional(),
  createdAt: z.string(),
  updatedAt: z.string(),
  revision: z.string().default("none"),
});
export type TemplateItem = z.output<typeof templateItem>;

/** The size and the revision of a stored template. Items of older templates lack both fields. */
const written = z.object({ id: z.string(), sizeBytes: z.number().optional(), revision: z.string().optional() });

export const TEMPLATE_PREFIX = "TPL#";
export const partitionOf = (owner: Owner): string => `O#${owner}`;
export const templateKey = (owner: Owner, id: string) => ({ pk: partitionOf(owner), sk: `${TEMPLATE_PREFIX}${id}` });

/** Makes the item of a template to write, with a new revision. */
export function writableItem(template: TemplateWrite, text: StoredText) {
  const { owner, subject: _subject, body: _body, ...fields } = template;
  const sizeBytes = templateBytes(template);
  return { ...templateKey(owner, template.id), ...fields, ...text, sizeBytes, revision: randomUUID() };
}

export const fromTemplateItem = (item: unknown): TemplateItem => templateItem.parse(item);
export const writtenTemplate = (item: unknown): z.output<typeof written> => written.parse(item);

/** The condition that the item is still as it was read. */
export const isAsRead = (revision: string | undefined) =>
  revision === undefined
    ? { ConditionExpression: "attribute_exists(pk) AND attribute_not_exists(revision)" }
    : { ConditionExpression: "revision = :revision", ExpressionAttributeValues: { ":revision": revision } };
