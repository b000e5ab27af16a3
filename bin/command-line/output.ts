import { Option } from "@commander-js/extra-typings";

export const jsonOption = () => new Option("--json", "print JSON, for programs");

export const print = (text: string): void => void process.stdout.write(`${text}\n`);
export const printJson = (value: unknown): void => print(JSON.stringify(value));
/** For a person who waits; a program that reads the output does not find it there. */
export const say = (text: string): void => void process.stderr.write(`${text}\n`);
