import * as z from "zod";
import type { Owner } from "../../kernel/owner.ts";
import { BODY_TYPES } from "../domain/mail.ts";

const templateItem = z.object({
  id: z.string(),
  name: z.string(),
  bodyType: z.enum(BODY_TYPES),
  createdAt: z.string(),
  updatedAt: z.string(),
});

/** Another one at every write. It and the size are missing in items from before there was a total. */
const written = z.object({ id: z.string(), sizeBytes: z.number().optional(), revision: z.string().optional() });

export const TEMPLATE_PREFIX = "TPL#";
export const partitionOf = (owner: Owner): string => `O#${owner}`;
export const templateKey = (owner: Owner, id: string) => ({ pk: partitionOf(owner), sk: `${TEMPLATE_PREFIX}${id}` });

export const fromTemplateItem = (item: unknown): z.output<typeof templateItem> => templateItem.parse(item);
export const writtenTemplate = (item: unknown): z.output<typeof written> => written.parse(item);

/** That the item is still the one that was read. */
export const isAsRead = (revision: string | undefined) =>
  revision === undefined
    ? { ConditionExpression: "attribute_exists(pk) AND attribute_not_exists(revision)" }
    : { ConditionExpression: "revision = :revision", ExpressionAttributeValues: { ":revision": revision } };
