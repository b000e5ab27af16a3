// Runs before `npm start`, `npm test` and their like, on whatever Node the machine has, so it is plain JavaScript.
// Installs the locked dependencies (the pinned Node among them) when they are missing or older than the lock file.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const stamp = join(root, "node_modules", ".installed-lock");
const lock = createHash("sha256")
  .update(readFileSync(join(root, "package-lock.json")))
  .digest("hex");
const installed = existsSync(stamp) ? readFileSync(stamp, "utf8") : "";

if (installed !== lock) {
  console.log("installing dependencies (npm ci) ...");
  const npm = process.platform === "win32" ? "npm.cmd" : "npm";
  const { status } = spawnSync(npm, ["ci", "--no-audit", "--no-fund", "--loglevel=error"], {
    cwd: root,
    stdio: "inherit",
  });
  if (status !== 0) {
    console.error("npm ci failed: see the messages above");
    process.exit(status ?? 1);
  }
  writeFileSync(stamp, lock);
}
