import { Option } from "@commander-js/extra-typings";
import { EXIT } from "./exit-codes.ts";

export const jsonOption = () => new Option("--json", "print JSON, for programs");

export const print = (text: string): void => void process.stdout.write(`${text}\n`);
export const printJson = (value: unknown): void => print(JSON.stringify(value));
/** Prints a text for a person to the error output, where programs that read the output do not see it. */
export const say = (text: string): void => void process.stderr.write(`${text}\n`);

/**
 * Lets a command run to its end if the program that reads its output stops early, as `head` does. If the output cannot
 * be written for another reason, such as a full disk, the command fails.
 */
export function surviveClosedOutput(): void {
  let isTold = false;
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE" || isTold) return;
    isTold = true;
    say(`the output cannot be written: ${error.message}`);
    process.once("exit", () => {
      process.exitCode = EXIT.failed;
    });
  });
  // If the error output is closed too, the error cannot be reported.
  process.stderr.on("error", () => {});
}
