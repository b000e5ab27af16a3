import { Option } from "@commander-js/extra-typings";
import { UsageError } from "../../lib/command-line.ts";
import { whileItRuns } from "../../ops/local-stack/stack-on-this-machine.ts";
import { localAccount } from "../../ops/templates/local-account.ts";
import type { TemplateAccount } from "../../ops/templates/service-templates.ts";
import { dataDirOf } from "./values.ts";

export const tokenOption = () => new Option("--token <access_token>", "for --url (default: HERALD_ACCESS_TOKEN)");
/** Unlike an API key, an access token opens both modes, so this option goes with `--url`, too. */
export const tokenTestOption = () => new Option("--test", "in test mode");

export interface Account extends TemplateAccount {
  /** Sends every request in the mode that the options name. */
  readonly fetch: typeof fetch;
}

interface Given {
  readonly url?: string | undefined;
  readonly token?: string | undefined;
  readonly test?: true | undefined;
  readonly dataDir?: string | undefined;
}

/**
 * Works with the records of the service that the options name, or with those of the demo owner of the stack on this
 * machine. If that stack is not running, the error says what to do.
 */
export async function atAccount<T>(given: Given, work: (account: Account) => Promise<T>): Promise<T> {
  const { url, token, test, dataDir } = given;
  const inMode = { fetch: fetchIn(test ? "test" : "live") };
  if (url !== undefined) return work({ baseUrl: url, accessToken: tokenFor(token), ...inMode });
  if (token !== undefined) throw new UsageError("--token goes with --url");
  const folder = dataDirOf(dataDir);
  return whileItRuns(folder, async () => work({ ...(await localAccount(folder, fetch)), ...inMode }));
}

/** Names the mode, because the client takes it from `HERALD_API_KEY` otherwise. */
function fetchIn(mode: "live" | "test"): typeof fetch {
  return (input, init) => {
    const headers = new Headers(init?.headers);
    headers.set("herald-mode", mode);
    return fetch(input, { ...init, headers });
  };
}

function tokenFor(given: string | undefined): string {
  const token = given ?? process.env.HERALD_ACCESS_TOKEN ?? "";
  if (token === "") throw new UsageError("--token, or HERALD_ACCESS_TOKEN in the environment, must be an access token");
  return token;
}
