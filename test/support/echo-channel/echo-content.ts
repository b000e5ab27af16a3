import type { NotificationContent } from "../../../shared/notifications/domain/notification.ts";

/** The content of a notification of the tests' channel `echo`: a text that is called into a valley. */
export interface EchoContent extends NotificationContent {
  readonly channel: "echo";
  readonly shout: string;
}

const isEchoContent = (content: NotificationContent): content is EchoContent => content.channel === "echo";

export function echoIn(content: NotificationContent): EchoContent {
  if (!isEchoContent(content)) throw new Error(`a content of the channel ${content.channel} is no echo`);
  return content;
}
