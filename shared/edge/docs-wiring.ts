import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { config } from "../kernel/config.ts";
import { once } from "../kernel/once.ts";

export const docsServices = once(() => ({
  guidesUrl: (): string | undefined => config().GUIDES_URL,
  /** Of a file that the contract names; never of a path that a caller made up. */
  readAsset: (name: string): Promise<string> => readFile(join(config().DOCS_ASSETS_DIR, name), "utf8"),
}));
