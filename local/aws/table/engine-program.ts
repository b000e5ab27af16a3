import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import * as z from "zod";

/** The engine's version, of every platform's package. */
const VERSION = "1.2.1";
/** The program in the package of each platform; a package is named after its platform. */
const PROGRAMS: Readonly<Record<string, string>> = {
  "linux-x64": "dynoxide",
  "linux-arm64": "dynoxide",
  "darwin-x64": "dynoxide",
  "darwin-arm64": "dynoxide",
  "win32-x64": "dynoxide.exe",
};
const FOLDER = resolve(import.meta.dirname, "../../../node_modules/.cache/herald-table-engine");
const FETCH_MS = 5 * 60_000;

export interface EngineSource {
  /** `linux-x64`: system and processor, as Node names them. */
  readonly platform: string;
  /** For packages that are asked for. */
  readonly folder: string;
  /** The folder of a package that is installed with the project; undefined when it is not. */
  readonly installed: (name: string) => string | undefined;
  /** Has npm put a package into a folder; throws with npm's words. npm compares what it gets with the registry's checksum. */
  readonly fetch: (spec: string, folder: string) => Promise<void>;
  readonly say: (line: string) => void;
}

/**
 * The engine's program for this machine. Where it is not installed, its package is asked for by its exact version, once. Throws with the
 * way out where there is none.
 */
export async function engineProgram(source: EngineSource = ofThisMachine()): Promise<string> {
  const { platform, folder, installed, fetch, say } = source;
  const program = PROGRAMS[platform];
  if (program === undefined) throw noEngine(platform, "there is none for this platform");
  const name = `@dynoxide/${platform}`;
  const found = installed(name);
  if (found !== undefined) return join(found, program);
  const fetched = join(folder, "node_modules", name, program);
  if (isFetched(folder, name) && existsSync(fetched)) return fetched;
  say(`fetching the table engine for ${platform} (${name} ${VERSION}) ...`);
  try {
    await fetch(`${name}@${VERSION}`, folder);
  } catch (cause) {
    throw noEngine(platform, `${name} ${VERSION} cannot be fetched`, cause);
  }
  if (!isFetched(folder, name)) throw noEngine(platform, `what came for ${name} has no checksum or another version`);
  return fetched;
}

const lockFile = z.object({
  packages: z.record(z.string(), z.object({ version: z.string().optional(), integrity: z.string().optional() })),
});

/** By npm's own note, which has the checksum that it compared. */
function isFetched(folder: string, name: string): boolean {
  try {
    const { packages } = lockFile.parse(JSON.parse(readFileSync(join(folder, "package-lock.json"), "utf8")));
    const { version, integrity } = packages[`node_modules/${name}`] ?? {};
    return version === VERSION && integrity?.startsWith("sha512-") === true;
  } catch {
    return false;
  }
}

const noEngine = (platform: string, reason: string, cause?: unknown): Error =>
  new Error(
    `No embedded table engine for ${platform}: ${reason}. ` +
      "Start a DynamoDB endpoint, DynamoDB Local for one, and name it in HERALD_DYNAMODB_ENDPOINT (http://127.0.0.1:8000).",
    { cause },
  );

const ofThisMachine = (): EngineSource => ({
  platform: `${process.platform}-${process.arch}`,
  folder: FOLDER,
  installed: installedPackage,
  fetch: fetchWithNpm,
  say: (line) => process.stderr.write(`${line}\n`),
});

function installedPackage(name: string): string | undefined {
  try {
    return resolve(createRequire(import.meta.url).resolve(`${name}/package.json`), "..");
  } catch {
    return undefined;
  }
}

/** With a manifest of its own: npm would look for one above. */
async function fetchWithNpm(spec: string, folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true }));
  const args = ["install", "--prefix", folder, "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error", spec];
  const cli = process.env.npm_execpath;
  const [program, first] = cli === undefined ? ["npm", []] : [process.execPath, [cli]];
  const isWindows = process.platform === "win32";
  const child = spawn(program, [...first, ...args], {
    cwd: folder,
    shell: isWindows && cli === undefined,
    timeout: FETCH_MS,
    stdio: ["ignore", "ignore", "pipe"],
  });
  let said = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    said = `${said}${text}`.slice(-2000);
  });
  await once(child, "close");
  if (child.exitCode !== 0) throw new Error(said.trim() || `npm ended with ${String(child.exitCode)}`);
}
