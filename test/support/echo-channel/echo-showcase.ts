import { notFound } from "../../../shared/kernel/refusal.ts";
import type { Showcase } from "../../../shared/notifications/read/show-message.ts";
import { echoIn } from "./echo-content.ts";

export interface ShownEcho {
  readonly channel: "echo";
  readonly to: string;
  readonly shout: string;
}

export const echoShowcase: Showcase<ShownEcho> = {
  async show(_notification, content) {
    const { channel, recipient: to, shout } = echoIn(content);
    return { channel, to, shout };
  },
  readFile: () => Promise.reject(notFound()),
};
