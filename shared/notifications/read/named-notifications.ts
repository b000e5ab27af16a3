import { inBatches } from "../../kernel/in-batches.ts";
import type { Owner } from "../../kernel/owner.ts";
import { remembered } from "../../kernel/remembered.ts";
import type { NamedNotification } from "../domain/named-notification.ts";
import type { ChannelName, Notification } from "../domain/notification.ts";

/** Channels look up the present names of accounts and templates here; undefined when they are gone. */
export interface Names {
  accountName(owner: Owner, channel: ChannelName, id: string): Promise<string | undefined>;
  templateName(owner: Owner, channel: ChannelName, id: string): Promise<string | undefined>;
}

/** Each name is looked up once, however many notifications share it. */
export function named(names: Names, notifications: readonly Notification[]): Promise<NamedNotification[]> {
  const known = remembered(names, ["accountName", "templateName"]);
  return inBatches(notifications, async (notification) => {
    const { owner, channel, accountId, templateId } = notification;
    const [accountName, templateName] = await Promise.all([
      known.accountName(owner, channel, accountId),
      templateId === undefined ? undefined : known.templateName(owner, channel, templateId),
    ]);
    return { notification, accountName, templateName };
  });
}
