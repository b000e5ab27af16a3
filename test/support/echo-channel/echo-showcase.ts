import { notFound } from "../../../shared/kernel/refusal.ts";
import type { Showcase } from "../../../shared/notifications/show-message.ts";
import { echoIn } from "./echo-content.ts";

export interface ShownEcho {
  readonly channel: "echo";
  readonly to: string;
  readonly words: string;
}

export const echoShowcase: Showcase<ShownEcho> = {
  async show(_notification, content) {
    const { channel, recipient: to, words } = echoIn(content);
    return { channel, to, words };
  },
  readFile: () => Promise.reject(notFound()),
};
