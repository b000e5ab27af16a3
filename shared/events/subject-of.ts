import { RESTORED_AT, type TableChange } from "../kernel/table-change.ts";
import type { SubjectChange } from "./domain/subject.ts";
import type { AnnouncedTable, ImageReaders } from "./ports.ts";

type Images = Pick<TableChange, "before" | "after">;

/** Returns the thing that changed; undefined for a removal and for an item that announces nothing. Throws for an unreadable item. */
export async function subjectOf(
  images: ImageReaders,
  table: AnnouncedTable,
  change: Images,
): Promise<SubjectChange | undefined> {
  if (isRestored(change)) return undefined;
  switch (table) {
    case "Notifications":
      return notificationChange(images, change);
    case "Chat":
      return messageChange(images, change);
    case "Config":
      return (
        accountChange(images, change) ??
        templateChange(images, change) ??
        webhookChange(images, change) ??
        suppressionChange(images, change)
      );
  }
}

/** True when an operator has just restored the item from a backup. Its state was announced before, so the write announces nothing. */
const isRestored = ({ before, after }: Images): boolean =>
  after?.[RESTORED_AT] !== undefined && after[RESTORED_AT] !== before?.[RESTORED_AT];

function notificationChange(images: ImageReaders, { before, after }: Images): SubjectChange | undefined {
  const now = after && images.notification(after);
  if (now === undefined) return undefined;
  const was = before && images.notification(before)?.notification;
  return { kind: "notification", owner: now.owner, before: was, after: now.notification };
}

/**
 * Returns the message of an item that the change adds. A later change of the item announces nothing: the function returns undefined
 * without unpacking the item.
 */
async function messageChange(images: ImageReaders, { before, after }: Images): Promise<SubjectChange | undefined> {
  const now = after && before === undefined ? await images.message(after) : undefined;
  return now && { kind: "message", owner: now.owner, after: now.message };
}

function accountChange(images: ImageReaders, { before, after }: Images): SubjectChange | undefined {
  const now = after && images.sendingAccount(after);
  if (now === undefined) return undefined;
  return { kind: "sending_account", owner: now.owner, before: before && images.sendingAccount(before), after: now };
}

function templateChange(images: ImageReaders, { before, after }: Images): SubjectChange | undefined {
  const now = after && images.chatTemplate(after);
  if (now === undefined) return undefined;
  // A template belongs to one owner; other owners of the same chat account get no event of it.
  return { kind: "chat_template", owner: now.owner, before: before && images.chatTemplate(before), after: now };
}

function webhookChange(images: ImageReaders, { before, after }: Images): SubjectChange | undefined {
  const now = after && images.webhook(after);
  return now && { kind: "webhook", owner: now.owner, before: before && images.webhook(before), after: now };
}

/** Returns a new suppression. A suppression never changes. */
function suppressionChange(images: ImageReaders, { before, after }: Images): SubjectChange | undefined {
  const now = after && before === undefined ? images.suppression(after) : undefined;
  return now && { kind: "suppression", owner: now.owner, after: now };
}
