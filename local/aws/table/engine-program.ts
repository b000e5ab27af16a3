import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import * as z from "zod";

/** The version of the engine in the packages of all platforms. */
const VERSION = "1.2.1";
/** The program in the package of each platform. A package is named after its platform. */
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
  /** System and processor as Node names them, such as `linux-x64`. */
  readonly platform: string;
  /** The folder for packages that are downloaded. */
  readonly folder: string;
  /** Returns the folder of a package that is installed with the project, or undefined. */
  readonly installed: (name: string) => string | undefined;
  /**
   * Lets npm install a package into a folder, and throws with npm's message. npm verifies the package against the
   * registry's checksum.
   */
  readonly fetch: (spec: string, folder: string) => Promise<void>;
  readonly say: (line: string) => void;
}

/**
 * Returns the engine's program for this machine. If it is not installed, its package is downloaded once in the exact
 * version. If the platform has no package, the error says what to do instead.
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

/** Says whether npm has downloaded this version: npm's lock file then contains the checksum that npm verified. */
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

/** The folder gets a manifest of its own, because npm would otherwise look for one in the folders above. */
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
