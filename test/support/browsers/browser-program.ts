import { execFile } from "node:child_process";
import { promisify } from "node:util";

const ANSWER_TIMEOUT_MS = 120_000;

export interface BrowserProgram {
  readonly executablePath: string;
  /** The version has the form `153.0.8010.0`. */
  readonly version: string;
}

/** Returns undefined if the program does not start or is no Chromium: some systems have a script that only offers to install one. */
export async function programAt(executablePath: string): Promise<BrowserProgram | undefined> {
  try {
    const { stdout } = await promisify(execFile)(executablePath, ["--version"], { timeout: ANSWER_TIMEOUT_MS });
    const [, version] = /(?:Chromium|Google Chrome) (\d+(?:\.\d+)+)/.exec(stdout) ?? [];
    return version === undefined ? undefined : { executablePath, version };
  } catch {
    return undefined;
  }
}
