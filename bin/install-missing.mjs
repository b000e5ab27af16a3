// Runs before `npm start`, `npm test` and their like, on any Node that the machine has, so it is plain JavaScript. `install-missing.mjs
// run` installs what running needs, `install-missing.mjs all` what developing needs as well; each only when the lock file names something
// that npm has not put there, in any way that npm was called.
import { existsSync, readFileSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { npm } from "./npm.mjs";
import { ensureNode } from "./own-node.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const packagesOf = (path) => (existsSync(path) ? JSON.parse(readFileSync(path, "utf8")).packages : {});

/** npm's own list of what it has put into `node_modules`; a list that cannot be read is as good as none. */
function readInstalled() {
  try {
    return packagesOf(join(root, "node_modules", ".package-lock.json")) ?? {};
  } catch {
    return {};
  }
}

/** How many packages npm has not put there yet, of those that a scope needs. */
export function countMissing(scope, installed = readInstalled()) {
  const isMissing = ([path, { version, dev, devOptional, optional, peer }]) =>
    // A package for another platform is optional, and npm leaves it out; a workspace is a link.
    path.startsWith("node_modules/") &&
    version !== undefined &&
    !optional &&
    !(peer && devOptional) &&
    (scope === "all" || !(dev || devOptional)) &&
    installed[path]?.version !== version;
  return Object.entries(packagesOf(join(root, "package-lock.json"))).filter(isMissing).length;
}

/** Answers the exit code. */
function install(scope) {
  const installed = readInstalled();
  const missing = countMissing(scope, installed);
  if (missing === 0) return 0;
  console.log(`installing ${missing} packages ...`);
  /** A package for developing that is there stays: npm would take it away for being left out. */
  const hasDevelopment = Object.values(installed).some(({ dev }) => dev);
  // `ci` begins with an empty folder; `install` adds to one, and the lock file decides in both cases.
  const isEmpty = Object.keys(installed).length === 0;
  const command = isEmpty ? ["ci"] : ["install", "--no-save", "--prefer-offline"];
  const kept = scope === "all" || hasDevelopment ? ["--include=dev"] : ["--omit=dev"];
  const { status, error } = npm([...command, ...kept], { cwd: root });
  if (status === 0) return 0;
  console.error(`npm could not install what is missing: ${error?.message ?? "see the messages above"}`);
  return status ?? 1;
}

// A link may have led here.
const program = process.argv[1] === undefined ? undefined : realpathSync(process.argv[1]);
if (program === fileURLToPath(import.meta.url)) process.exitCode = install(process.argv[2]) || ensureNode();
