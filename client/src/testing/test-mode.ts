import { variable } from "../environment.ts";
import { Herald } from "../herald.ts";
import { isTestKey } from "../test-key.ts";

interface Opened {
  readonly url: string;
  readonly apiKey: string;
  readonly herald: Herald;
}
let opened: Opened | undefined;

/** Returns the client of the environment's key of test mode. All helpers use the same one, so that together they keep below the rate limit. */
export function ownTestMode(): Herald | undefined {
  const [url = "", apiKey = ""] = [variable("HERALD_URL"), variable("HERALD_API_KEY")];
  if (!isTestKey(apiKey)) return undefined;
  if (opened?.url !== url || opened.apiKey !== apiKey) opened = { url, apiKey, herald: new Herald() };
  return opened.herald;
}

/** Returns the given client, or that of the environment. */
export function inTestMode(given: Herald | undefined): Herald {
  const herald = given ?? ownTestMode();
  if (herald !== undefined) return herald;
  throw new TypeError(
    "HERALD_API_KEY must be a key of test mode (hrld_test_…): make one in the panel, or pass a client that has one",
  );
}
