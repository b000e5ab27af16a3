import { readFile } from "node:fs/promises";

export const readTextFile = (path: string): Promise<string> => readFile(path, "utf8");
