// Runs before `npm start`, `npm test` and their like, on any Node that the machine has, so it is plain JavaScript. `install-missing.mjs
// run` installs what running needs, `install-missing.mjs all` what developing needs as well; each only when the lock file names something
// that npm has not put there, in any way that npm was called.
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { npm } from "./npm.mjs";
import { ensureNode } from "./own-node.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const withDevelopment = process.argv[2] === "all";
const packagesOf = (path) => (existsSync(path) ? JSON.parse(readFileSync(path, "utf8")).packages : {});

/** npm's own list of what it has put into `node_modules`; a list that cannot be read is as good as none. */
function readInstalled() {
  try {
    return packagesOf(join(root, "node_modules", ".package-lock.json")) ?? {};
  } catch {
    return {};
  }
}

const installed = readInstalled();
/** A package for developing that is there stays: npm would take it away for being left out. */
const hasDevelopment = Object.values(installed).some(({ dev }) => dev);
const isMissing = ([path, { version, dev, devOptional, optional, peer }]) =>
  // A package for another platform is optional, and npm leaves it out; a workspace is a link.
  path.startsWith("node_modules/") &&
  version !== undefined &&
  !optional &&
  !(peer && devOptional) &&
  (withDevelopment || !(dev || devOptional)) &&
  installed[path]?.version !== version;

const missing = Object.entries(packagesOf(join(root, "package-lock.json"))).filter(isMissing);
if (missing.length > 0) {
  console.log(`installing ${missing.length} packages ...`);
  // `ci` begins with an empty folder; `install` adds to one, and the lock file decides in both cases.
  const isEmpty = Object.keys(installed).length === 0;
  const command = isEmpty ? ["ci"] : ["install", "--no-save", "--prefer-offline"];
  const scope = withDevelopment || hasDevelopment ? ["--include=dev"] : ["--omit=dev"];
  const { status, error } = npm([...command, ...scope], { cwd: root });
  if (status !== 0) {
    console.error(`npm could not install what is missing: ${error?.message ?? "see the messages above"}`);
    process.exit(status ?? 1);
  }
}

const status = ensureNode();
if (status !== 0) process.exit(status);
