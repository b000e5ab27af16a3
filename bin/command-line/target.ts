import { Option } from "@commander-js/extra-typings";
import { UsageError } from "../../lib/command-line.ts";
import { stackOnThisMachine, testKeyOf, whileItRuns } from "../../ops/local-stack/stack-on-this-machine.ts";
import { dataDirOf, webAddress } from "./values.ts";

export const urlOption = () =>
  new Option("--url <base_url>", "a Herald elsewhere (default: the stack on this machine)")
    .argParser(webAddress)
    .conflicts("dataDir");
export const keyOption = () => new Option("--key <api_key>", "for --url (default: HERALD_API_KEY)");
export const testOption = () =>
  new Option("--test", "in test mode, with the test key of the stack on this machine").conflicts(["url", "key"]);

export interface ApiTarget {
  readonly baseUrl: string;
  readonly apiKey: string;
}

interface Given {
  readonly url?: string | undefined;
  readonly key?: string | undefined;
  readonly test?: true | undefined;
  readonly dataDir?: string | undefined;
}

/** Returns the service that the options name, or the stack on this machine with a key of the demo owner. */
export function apiTarget({ url, key, test, dataDir }: Given): ApiTarget {
  if (url !== undefined) return { baseUrl: url, apiKey: keyFor(key) };
  if (key !== undefined) throw new UsageError("--key goes with --url");
  const stack = stackOnThisMachine(dataDirOf(dataDir));
  return { baseUrl: stack.base_url, apiKey: test ? testKeyOf(stack) : stack.demo.api_key };
}

/**
 * Calls `work` and gives it the address and the key of the service that the options name. If the stack on this machine
 * is not running, the error tells the user what to do.
 */
export async function atTarget<T>(given: Given, work: (target: ApiTarget) => Promise<T>): Promise<T> {
  const target = apiTarget(given);
  return given.url === undefined ? whileItRuns(dataDirOf(given.dataDir), () => work(target)) : work(target);
}

/** Returns where a person reads the mails of the stack on this machine: its mailbox, or the panel's page of test mode. */
export function mailsShownAt({ dataDir, test }: Given): string {
  const { mailbox_url: mailbox, base_url: panel } = stackOnThisMachine(dataDirOf(dataDir));
  return test ? `${panel}/sandbox` : mailbox;
}

function keyFor(given: string | undefined): string {
  const key = given ?? process.env.HERALD_API_KEY ?? "";
  if (key === "") throw new UsageError("--key, or HERALD_API_KEY in the environment, must be an API key");
  return key;
}
