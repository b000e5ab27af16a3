import type { AwsAnswer, AwsCall } from "../doctor/aws-call.ts";
import type { Pace } from "./port.ts";

const MOST_TRIES = 4;
const FIRST_PAUSE_MS = 500;
const TOO_MANY = 429;
/** IAM reports throttling with this code and the status 400. */
const THROTTLED = /<Code>Throttling(?:Exception)?<\/Code>/;
const isOutage = ({ status, text }: AwsAnswer): boolean =>
  status === TOO_MANY || status >= 500 || (status === 400 && THROTTLED.test(text));

/**
 * Repeats calls that were throttled, met an outage or got no answer. A restore takes hours, and one lost answer must
 * not end it.
 */
export function patientCall(call: AwsCall, { pause }: Pick<Pace, "pause">): AwsCall {
  return async (request, signal) => {
    for (let tries = 1; ; tries++) {
      const isLast = tries === MOST_TRIES || signal.aborted;
      const answer = await call(request, signal).catch((error: unknown) => {
        if (isLast || signal.aborted) throw error;
        return undefined;
      });
      if (answer !== undefined && (isLast || !isOutage(answer))) return answer;
      await pause(FIRST_PAUSE_MS * 2 ** (tries - 1));
    }
  };
}
