import * as z from "zod";
import { ownerSub } from "../../kernel/owner.ts";
import { fromMessageItem, messageSortPrefix } from "./conversation-item.ts";

const messageKeys = z.object({ pk: z.string(), sk: z.string().startsWith(messageSortPrefix) });
const owned = z.object({ owner: ownerSub });

/** The message in an image of one of the table's items; undefined for an item of another kind. Throws for one that nobody can read. */
export async function readMessageImage(image: Readonly<Record<string, unknown>>) {
  if (!messageKeys.safeParse(image).success) return undefined;
  return { ...owned.parse(image), message: await fromMessageItem(image) };
}
