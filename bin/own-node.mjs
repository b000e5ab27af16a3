// Herald runs on the machine's own Node if that is new enough. Otherwise this file downloads the project's Node once,
// in an exact version with a checksum, and links it into `node_modules/.bin`, where every npm script finds it first.
// This file must run on any Node, even after `npm ci`.
import { existsSync, mkdirSync, readFileSync, readlinkSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { npm } from "./npm.mjs";

const OLDEST = 24;
const FETCH_MS = 10 * 60_000;

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const { version, packages } = JSON.parse(readFileSync(join(root, "bin/node.json"), "utf8"));
const home = join(root, "node_modules/.own-node");
const programs = join(root, "node_modules/.bin");

/** Ensures that a Node is installed which is new enough. Returns the exit code. */
export function ensureNode() {
  if (Number.parseInt(process.versions.node, 10) >= OLDEST) return 0;
  const found = packages[`${process.platform}-${process.arch}`];
  if (found === undefined) {
    console.error(
      `herald: Node ${process.versions.node} is too old, and there is no other for this machine: install Node ${OLDEST}`,
    );
    return 1;
  }
  const folder = join(home, "node_modules", found.name);
  if (versionIn(folder) !== version) {
    const status = fetchNode(found);
    if (status !== 0) return status;
  }
  putAmongPrograms(folder);
  return 0;
}

const versionIn = (folder) => {
  const file = join(folder, "package.json");
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")).version : undefined;
};

function fetchNode({ name, integrity }) {
  console.log(`fetching Node ${version}: this machine has ${process.versions.node}, and Herald needs ${OLDEST} ...`);
  rmSync(home, { recursive: true, force: true });
  mkdirSync(home, { recursive: true });
  writeFileSync(join(home, "package.json"), JSON.stringify({ private: true }));
  // Within an npm script, the environment has settings that would make npm install elsewhere.
  const env = Object.fromEntries(
    Object.entries(process.env).filter(
      ([key]) => !/^npm_(?:config_(?:global|local_prefix|omit|include)|package_)/.test(key),
    ),
  );
  const { status, error } = npm(["install", "--prefix", home, "--ignore-scripts", `${name}@${version}`], {
    cwd: home,
    env,
    timeout: FETCH_MS,
    stdio: ["ignore", "ignore", "inherit"],
  });
  if (status !== 0) {
    console.error(
      `herald: Node ${version} cannot be fetched: ${error?.message ?? "see the messages above"}; or install Node ${OLDEST} yourself`,
    );
    return status ?? 1;
  }
  const lock = JSON.parse(readFileSync(join(home, "package-lock.json"), "utf8"));
  const fetched = lock.packages[`node_modules/${name}`]?.integrity;
  if (fetched !== undefined && (integrity === undefined || fetched === integrity)) return 0;
  rmSync(home, { recursive: true, force: true });
  console.error(
    `herald: the Node that was fetched is not the one that was expected (${fetched}): install Node ${OLDEST} yourself`,
  );
  return 1;
}

/** Returns the target of a link, or undefined if the path does not exist or is no link. */
function linkedTo(place) {
  try {
    return readlinkSync(place);
  } catch {
    return undefined;
  }
}

/**
 * Links Node's program, unless the link is correct already. A correct link stays, because another process may be
 * starting Node through it at this moment.
 */
function putAmongPrograms(folder) {
  mkdirSync(programs, { recursive: true });
  const isWindows = process.platform === "win32";
  const program = join(folder, "bin", isWindows ? "node.exe" : "node");
  const place = join(programs, isWindows ? "node.cmd" : "node");
  if (!isWindows && linkedTo(place) === relative(programs, program)) return;
  rmSync(place, { force: true });
  if (isWindows) writeFileSync(place, `@"%~dp0\\${relative(programs, program)}" %*\r\n`);
  else symlinkSync(relative(programs, program), place);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exitCode = ensureNode();
