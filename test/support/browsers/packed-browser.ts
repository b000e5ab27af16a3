import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

const ROOT = join(import.meta.dirname, "../../..");
const PACKAGE = join(ROOT, "node_modules/@sparticuz/chromium/package.json");
/** The folder belongs to the project: `npm ci` removes it, and no other program looks for a browser there. */
const CACHE = join(ROOT, "node_modules/.cache/herald-browsers");
const UNPACK_TIMEOUT_MS = 400_000;
const UNPACK = 'import chromium from "@sparticuz/chromium"; await chromium.executablePath();';

/** Unpacks the browser of the npm package once per version, without root and without a download, and returns its path. */
export async function packedBrowser(cache = CACHE): Promise<string> {
  const { version } = JSON.parse(await readFile(PACKAGE, "utf8")) as { version: string };
  const folder = join(cache, `chromium-${version}`);
  if (!existsSync(folder)) await unpackInto(folder, cache);
  return join(folder, "chromium");
}

/**
 * Unpacks the browser. The npm package unpacks into the folder for temporary files, and would accept a browser that any user put there, so it gets
 * a folder of its own. A rename publishes the result: no process sees half a browser, and of two processes the second uses the first one's result.
 */
async function unpackInto(folder: string, cache: string): Promise<void> {
  await mkdir(cache, { recursive: true });
  const staging = await mkdtemp(join(cache, "unpacking-"));
  try {
    await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", UNPACK], {
      cwd: ROOT,
      env: { ...process.env, TMPDIR: staging },
      timeout: UNPACK_TIMEOUT_MS,
    });
    await rename(staging, folder);
  } catch (error) {
    if (!existsSync(folder)) throw error;
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}
