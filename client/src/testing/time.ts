import { type Herald, HeraldError } from "../herald.ts";
import type { TestClock } from "../types.ts";
import { pauseBelowLimit, type Wait, waitUntil } from "./looking.ts";
import { inTestMode } from "./test-mode.ts";

/** Moves test time ahead. What becomes due by that happens within seconds. Needs a key of test mode. */
export const advance = async (seconds: number, herald?: Herald): Promise<TestClock> =>
  inTestMode(herald).sandbox.advance(seconds);

/** Returns the present test time. Needs a key of test mode. */
export const testTime = async (herald?: Herald): Promise<Date> =>
  new Date((await inTestMode(herald).sandbox.clock()).now);

const ENDED: ReadonlySet<string> = new Set(["sent", "failed", "canceled"]);

/**
 * Waits until an attempt of the notification has failed and the next one is planned, and moves test time to that next attempt. Throws if
 * the notification ends first, or plans no attempt within `timeoutMs`.
 */
export async function advanceToRetry(
  id: string,
  { herald, ...wait }: Wait & { readonly herald?: Herald } = {},
): Promise<TestClock> {
  const client = inTestMode(herald);
  const aheadMs = (await testTime(client)).getTime() - Date.now();
  const testNow = () => Date.now() + aheadMs;
  const look = async (signal: AbortSignal) => {
    const { explanation, timeline } = await client.notifications.timeline(id, { signal });
    const ended = timeline.find(({ event }) => ENDED.has(event));
    if (ended !== undefined) throw new HeraldError(`the notification ${id} is ${ended.event}, and waits for no retry`);
    const retryAt = Date.parse(explanation.will_retry_at ?? "");
    // An attempt that is due already is about to be made, so the next one is not planned yet.
    return retryAt > testNow() ? retryAt : undefined;
  };
  const missing = async (timeoutMs: number) =>
    new HeraldError(`the notification ${id} waits for no retry within ${timeoutMs} ms`);
  const retryAt = await waitUntil({ look, pauseMs: pauseBelowLimit, missing }, wait);
  return client.sandbox.advance(Math.max(1, Math.ceil((retryAt - testNow()) / 1000)));
}
