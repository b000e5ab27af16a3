import { reasonOf } from "../../../lib/reason.ts";
import { type Api, apiAt, until } from "../api.ts";
import type { Proving } from "../proving.ts";
import type { Outcome } from "../step-log.ts";

/** A new distribution is known everywhere after a few minutes. */
const WITHIN_MS = 20 * 60_000;
const EVERY_MS = 2000;

/** Waits until the front door answers that everything behind it is ready. */
export async function becomesHealthy(proving: Proving, signal: AbortSignal): Promise<Outcome> {
  const access = await proving.ground.access(signal);
  const api = apiAt(access.baseUrl);
  Object.assign(proving, { access, api });
  let last = "no answer";
  let asked = 0;
  const look = async () => {
    asked += 1;
    const status = await statusOf(api, signal);
    last = typeof status === "number" ? `answered ${status}` : status;
    return status === 200 ? status : undefined;
  };
  await until(look, { everyMs: EVERY_MS, withinMs: WITHIN_MS, signal, failure: "not ready" }).catch(
    (error: unknown) => {
      throw new Error(`${access.baseUrl}: ${last}`, { cause: error });
    },
  );
  return { seen: `${access.baseUrl} is ready at question ${asked}` };
}

/** Returns the status, or the reason why there was no answer. */
async function statusOf(api: Api, signal: AbortSignal): Promise<number | string> {
  try {
    return (await api({ method: "GET", path: "/health/ready" }, signal)).status;
  } catch (error) {
    signal.throwIfAborted();
    return reasonOf(error);
  }
}
