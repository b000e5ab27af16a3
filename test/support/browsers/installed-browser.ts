import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { type BrowserProgram, programAt } from "./browser-program.ts";

/** The project that opens every page once more, if the machine has a Chromium. */
export const INSTALLED_PROJECT = "panel-browser-installed";

const NAMES = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome"];

/** Finds the newest Chromium on this machine's PATH, or undefined if none starts. */
export async function installedBrowser(path = process.env.PATH ?? ""): Promise<BrowserProgram | undefined> {
  const candidates = path.split(delimiter).flatMap((folder) => NAMES.map((name) => join(folder, name)));
  const found = await Promise.all(candidates.filter((place) => existsSync(place)).map(programAt));
  return found
    .filter((one) => one !== undefined)
    .reduce<BrowserProgram | undefined>((best, one) => (best && !isNewer(one, best) ? best : one), undefined);
}

const isNewer = (one: BrowserProgram, other: BrowserProgram): boolean =>
  one.version.localeCompare(other.version, "en", { numeric: true }) > 0;
