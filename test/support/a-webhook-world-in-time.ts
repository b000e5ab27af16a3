import { aWebhookWorld } from "./a-webhook-world.ts";
import { virtualTime } from "./virtual-time.ts";

/** A world of webhooks whose clock is moved by those who wait for a time, and by nobody else. */
export function aWebhookWorldInTime() {
  const time = virtualTime();
  const advance = () => {
    throw new Error("this time passes by itself");
  };
  return { time, world: aWebhookWorld({ now: time.now, advance }) };
}
