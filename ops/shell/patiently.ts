import { setTimeout as pause } from "node:timers/promises";

const MOST_TRIES = 5;
const LONGEST_WAIT_SECONDS = 120;

/** Repeats a request that the limiter of the panel's interface refuses, after the time that the answer names (`Retry-After`, in seconds). */
export async function patiently(request: () => Promise<Response>): Promise<Response> {
  for (let tries = 1; ; tries++) {
    const answer = await request();
    if (answer.status !== 429 || tries === MOST_TRIES) return answer;
    const seconds = Number(answer.headers.get("retry-after") ?? 1);
    await pause(Math.min(Number.isFinite(seconds) ? seconds : 1, LONGEST_WAIT_SECONDS) * 1000);
  }
}
