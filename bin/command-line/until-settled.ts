import { Option } from "@commander-js/extra-typings";
import type { Herald, Notification } from "../../client/src/herald.ts";
import { EXIT } from "./exit-codes.ts";
import { print, printJson, say } from "./output.ts";
import { wholeNumber } from "./values.ts";

const WAIT_SECONDS = 60;

export const waitOption = () =>
  new Option("--wait <seconds>", "for its end; 0 for not at all").argParser(wholeNumber(0, 3600)).default(WAIT_SECONDS);

/** Waits for the end of the notification. An interrupt ends the wait and prints the id; the delivery continues. */
export async function untilSettled(herald: Herald, id: string, timeoutMs: number): Promise<Notification> {
  const interrupted = () => {
    say(`not waited for any longer: ${id}`);
    process.exit(EXIT.interrupted);
  };
  process.once("SIGINT", interrupted);
  try {
    return await herald.notifications.waitUntilSettled(id, { timeoutMs });
  } finally {
    process.off("SIGINT", interrupted);
  }
}

/** Prints what became of the notification. The command fails if the notification did. */
export function tellEnd(end: Notification, { json = false }: { readonly json?: true | false | undefined }): void {
  if (json) printJson(end);
  else print([end.status, end.id, ...(end.last_error ? [end.last_error] : [])].join("  "));
  if (end.status === "failed") process.exitCode = EXIT.failed;
}
