import { Option } from "@commander-js/extra-typings";
import { UsageError } from "../../lib/command-line.ts";
import { whileItRuns } from "../../ops/local-stack/stack-on-this-machine.ts";
import { localAccount, type TemplateAccount } from "../../ops/template-types/account.ts";
import { dataDirOf } from "./values.ts";

export const tokenOption = () => new Option("--token <access_token>", "for --url (default: HERALD_ACCESS_TOKEN)");

interface Given {
  readonly url?: string | undefined;
  readonly token?: string | undefined;
  readonly dataDir?: string | undefined;
}

/** Returns the service that the options name with an access token, or the stack on this machine with the demo owner's. */
export async function accountTarget({ url, token, dataDir }: Given): Promise<TemplateAccount> {
  if (url === undefined) {
    if (token !== undefined) throw new UsageError("--token goes with --url");
    const folder = dataDirOf(dataDir);
    return whileItRuns(folder, () => localAccount(folder, fetch));
  }
  const accessToken = token ?? process.env.HERALD_ACCESS_TOKEN ?? "";
  if (accessToken === "")
    throw new UsageError("--token, or HERALD_ACCESS_TOKEN in the environment, must be an access token");
  return { baseUrl: url, accessToken };
}
