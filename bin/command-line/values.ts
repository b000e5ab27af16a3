import { readFileSync } from "node:fs";
import { InvalidArgumentError, Option } from "@commander-js/extra-typings";
import { isJsonObject, type JsonObject } from "../../shared/kernel/json-data.ts";

// These functions parse values of options. Each returns the value or throws a sentence that describes a valid one.

export function webAddress(given: string): string {
  const url = URL.parse(given);
  const isWeb = url !== null && /^https?:$/.test(url.protocol) && url.username === "" && url.password === "";
  if (!isWeb) throw new InvalidArgumentError("It must be an address, http or https.");
  return given;
}

export function wholeNumber(least: number, most = Number.MAX_SAFE_INTEGER): (given: string) => number {
  const range = most === Number.MAX_SAFE_INTEGER ? `${least} or more` : `${least} to ${most}`;
  return (given) => {
    const value = Number(given);
    if (given.trim() !== "" && Number.isSafeInteger(value) && value >= least && value <= most) return value;
    throw new InvalidArgumentError(`It must be a whole number, ${range}.`);
  };
}

/** Reads a JSON object that is written out, or that is in the file behind an `@`. */
export function jsonObject(given: string): JsonObject {
  const value = jsonIn(given.startsWith("@") ? textAt(given.slice(1)) : given);
  if (isJsonObject(value)) return value;
  throw new InvalidArgumentError("It must be a JSON object, or @ and a file with one.");
}

function textAt(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    throw new InvalidArgumentError(`There is no file ${path} that can be read.`);
  }
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Collects the values of an option that may be given several times. */
export const collected = (given: string, before: string[] | undefined): string[] => [...(before ?? []), given];

/** Reads `name=value` and adds it to the names and values of earlier options. */
export function pair(given: string, before: Readonly<Record<string, string>> = {}): Record<string, string> {
  const [, name, value] = /^([^=]+)=(.*)$/s.exec(given) ?? [];
  if (name === undefined || value === undefined) throw new InvalidArgumentError("It must be NAME=VALUE.");
  return { ...before, [name]: value };
}

export function moment(given: string): string {
  if (Number.isNaN(Date.parse(given)))
    throw new InvalidArgumentError("It must be a time, such as 2026-11-22T21:10:00Z.");
  return given;
}

const DEFAULT_FOLDER = ".herald";

export const dataDirOption = () =>
  new Option("--data-dir <folder>", `of a stack on this machine (default: HERALD_DATA_DIR, else ${DEFAULT_FOLDER})`);
export const stageOption = (about = "a deployed stack, by the name of its stage") =>
  new Option("--stage <name>", about);

export const dataDirOf = (given: string | undefined): string => {
  const set = process.env.HERALD_DATA_DIR ?? "";
  return given ?? (set.trim() === "" ? DEFAULT_FOLDER : set);
};
