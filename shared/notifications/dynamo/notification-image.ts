import * as z from "zod";
import { toNotification } from "./notification-item.ts";
import { keyOf } from "./notification-key.ts";

const stateKeys = z.object({ pk: z.string(), sk: z.guid() });

/** Reads the notification from a stream's image of an item; undefined for an item of another kind. Throws when the item is unreadable. */
export function readNotificationImage(image: Readonly<Record<string, unknown>>) {
  const keys = stateKeys.safeParse(image);
  if (!keys.success) return undefined;
  const { owner } = keyOf(keys.data);
  return { owner, notification: toNotification(owner, image) };
}
