import { Option } from "@commander-js/extra-typings";
import { EXIT } from "./exit-codes.ts";

export const jsonOption = () => new Option("--json", "print JSON, for programs");

export const print = (text: string): void => void process.stdout.write(`${text}\n`);
export const printJson = (value: unknown): void => print(JSON.stringify(value));
/** For a person who waits; a program that reads the output does not find it there. */
export const say = (text: string): void => void process.stderr.write(`${text}\n`);

/**
 * A program that reads the output may have read enough, as `head` has: what the command does goes on to its end. An output that cannot take
 * what is written, such as a file on a full disk, makes the command fail.
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
  // Nobody is left to be told.
  process.stderr.on("error", () => {});
}
