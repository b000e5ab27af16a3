import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const SHARED = join(import.meta.dirname, "../../shared");

/** Returns the source text of every adapter that uses the tables. */
export const tableAdapters = (): string[] =>
  readdirSync(SHARED, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts") && path.split("/").at(-2) === "dynamo")
    .map((path) => readFileSync(join(SHARED, path), "utf8"));
