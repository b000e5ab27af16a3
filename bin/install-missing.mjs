// This script runs before `npm start`, `npm test` and similar commands, on any Node, so it is plain JavaScript.
// `install-missing.mjs run` installs what running needs, and `all` also installs what developing needs. It calls npm
// only if the lock file names a package that is not installed.
import { existsSync, readFileSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { npm } from "./npm.mjs";
import { ensureNode } from "./own-node.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const packagesOf = (path) => (existsSync(path) ? JSON.parse(readFileSync(path, "utf8")).packages : {});

/** Reads npm's list of what it installed in `node_modules`. An unreadable list counts as empty. */
function readInstalled() {
  try {
    return packagesOf(join(root, "node_modules", ".package-lock.json")) ?? {};
  } catch {
    return {};
  }
}

/** Counts the packages that a scope needs and that are not installed. */
export function countMissing(scope, installed = readInstalled()) {
  const isMissing = ([path, { version, dev, devOptional, optional, peer }]) =>
    // A package for another platform is optional and not installed. A workspace is a link and has no version.
    path.startsWith("node_modules/") &&
    version !== undefined &&
    !optional &&
    !(peer && devOptional) &&
    (scope === "all" || !(dev || devOptional)) &&
    installed[path]?.version !== version;
  return Object.entries(packagesOf(join(root, "package-lock.json"))).filter(isMissing).length;
}

/** Installs what is missing and returns the exit code. */
function install(scope) {
  const installed = readInstalled();
  const missing = countMissing(scope, installed);
  if (missing === 0) return 0;
  console.log(`installing ${missing} packages ...`);
  // npm would remove installed development packages, so the next command names them.
  const hasDevelopment = Object.values(installed).some(({ dev }) => dev);
  // `ci` is for an empty folder, and `install` adds to an existing one. The lock file decides in both cases.
  const isEmpty = Object.keys(installed).length === 0;
  const command = isEmpty ? ["ci"] : ["install", "--no-save", "--prefer-offline"];
  const kept = scope === "all" || hasDevelopment ? ["--include=dev"] : ["--omit=dev"];
  const { status, error } = npm([...command, ...kept], { cwd: root });
  if (status === 0) return 0;
  console.error(`npm could not install what is missing: ${error?.message ?? "see the messages above"}`);
  return status ?? 1;
}

// The script may have been started through a link.
const program = process.argv[1] === undefined ? undefined : realpathSync(process.argv[1]);
if (program === fileURLToPath(import.meta.url)) process.exitCode = install(process.argv[2]) || ensureNode();
