import { aWebhookWorld } from "./a-webhook-world.ts";
import { virtualTime } from "./virtual-time.ts";

/** Builds a webhook world on virtual time: the clock moves by itself to the next time that code waits for, and a test cannot set it. */
export function aWebhookWorldInTime() {
  const time = virtualTime();
  const advance = () => {
    throw new Error("this time passes by itself");
  };
  return { time, world: aWebhookWorld({ now: time.now, advance }) };
}
