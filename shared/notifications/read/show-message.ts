import { shownWhole } from "../../kernel/answer-size.ts";
import { notFound, Refusal } from "../../kernel/refusal.ts";
import type { FilePart } from "../domain/message-file.ts";
import { type ByChannel, type Notification, type NotificationContent, ofChannel } from "../domain/notification.ts";
import type { NotificationKey, NotificationStore } from "../ports.ts";

/** A showcase is the side of a channel that shows what was accepted. */
export interface Showcase<Shown extends object = object> {
  show(notification: Notification, content: NotificationContent): Promise<Shown>;
  /** Reads a file of the message, counted from 0. Throws Refusal `not_found`, `invalid_request` or `content_not_kept`. */
  readFile(content: NotificationContent, part: FileAsk): Promise<FilePart>;
}

export interface FileAsk {
  readonly index: number;
  /** The part begins at this byte of the file. */
  readonly from: number;
}

export type Showcases<Shown extends object> = ByChannel<Showcase<Shown>>;

export interface ShowMessageDeps<Shown extends object = object> {
  readonly notifications: Pick<NotificationStore, "get" | "findContent">;
  readonly showcases: Showcases<Shown>;
}

/**
 * Shows the message of a notification as it leaves, or left.
 * @throws Refusal `not_found`, `content_not_kept`, or `invalid_request` when it is too large for an answer
 */
export async function showMessage<Shown extends object>(
  deps: ShowMessageDeps<Shown>,
  key: NotificationKey,
): Promise<Shown> {
  const { notification, content } = await accepted(deps, key);
  const shown: Shown = await ofChannel(deps.showcases, notification.channel).show(notification, content);
  return shownWhole(shown, "message");
}

/**
 * Reads a part of a file of a notification.
 * @throws Refusal `not_found`, `invalid_request` or `content_not_kept`
 */
export async function readFile(deps: ShowMessageDeps, key: NotificationKey, part: FileAsk): Promise<FilePart> {
  const { notification, content } = await accepted(deps, key);
  return ofChannel(deps.showcases, notification.channel).readFile(content, part);
}

async function accepted({ notifications }: Pick<ShowMessageDeps, "notifications">, { owner, id }: NotificationKey) {
  const [notification, content] = await Promise.all([
    notifications.get(owner, id),
    notifications.findContent(owner, id),
  ]);
  if (notification === undefined) throw notFound();
  if (content === undefined) throw new Refusal("content_not_kept", "content is no longer kept");
  return { notification, content };
}
