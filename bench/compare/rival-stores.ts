import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { end, familyOf } from "./child.ts";

export const PACKAGES = join(tmpdir(), "herald-compare-packages");
/** The versions are exact, so that repetitions compare the same software. */
export const VERSIONS = { bullmq: "6.7.0", ioredis: "6.0.0", "pg-boss": "12.35.0", nodemailer: "10.6.0" } as const;
const INSTALL_TIMEOUT_MS = 300_000;
const START_TIMEOUT_MS = 30_000;
const POSTGRES = "/usr/lib/postgresql";

export interface Store {
  readonly port: number;
  pids(): readonly number[];
  stop(): Promise<void>;
}

/** Installs npm packages into a folder outside the repository, unless they are already there. */
export function installPackages(): void {
  const isThere = Object.keys(VERSIONS).every((name) => existsSync(join(PACKAGES, "node_modules", name)));
  if (isThere) return;
  mkdirSync(PACKAGES, { recursive: true });
  const wanted = Object.entries(VERSIONS).map(([name, version]) => `${name}@${version}`);
  run("npm", ["install", "--prefix", PACKAGES, "--no-audit", "--no-fund", "--ignore-scripts", ...wanted]);
}

/** Installs Debian's package if this process has the right to. Throws if the store is still missing. */
export function installStore(name: "redis-server" | "postgresql"): void {
  if (isInstalled(name)) return;
  if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) throw new Error(`${name} is not installed`);
  run("apt-get", ["install", "-y", "--no-install-recommends", name]);
  if (!isInstalled(name)) throw new Error(`${name} could not be installed`);
}

const isInstalled = (name: string): boolean =>
  name === "redis-server" ? existsSync("/usr/bin/redis-server") : existsSync(POSTGRES);

const run = (command: string, args: readonly string[]): void => {
  execFileSync(command, args, { stdio: ["ignore", "ignore", "inherit"], timeout: INSTALL_TIMEOUT_MS });
};

/** Starts Debian's redis with an append-only file that is synced every second, as BullMQ's documentation recommends. */
export async function startRedis(folder: string): Promise<Store> {
  const port = await freePort();
  const args = ["--port", String(port), "--bind", "127.0.0.1", "--dir", folder, "--save", "", "--appendonly", "yes"];
  const child = spawn("redis-server", [...args, "--appendfsync", "everysec", "--maxmemory-policy", "noeviction"], {
    stdio: "ignore",
  });
  await untilOpen(port, child);
  return { port, pids: () => familyOf(child.pid), stop: () => end(child) };
}

/**
 * Starts Debian's PostgreSQL with default settings. It refuses to run as root; a root process therefore runs it as the
 * package's user.
 */
export async function startPostgres(): Promise<Store> {
  const [version = ""] = readdirSync(POSTGRES).sort((a, b) => Number(b) - Number(a));
  const bin = join(POSTGRES, version, "bin");
  const dir = mkdtempSync(join(tmpdir(), "herald-compare-postgres-"));
  const port = await freePort();
  const isRoot = process.getuid?.() === 0;
  if (isRoot) run("chown", ["postgres", dir]);
  const as = (command: string, args: readonly string[]): [string, string[]] =>
    isRoot
      ? ["setpriv", ["--reuid=postgres", "--regid=postgres", "--init-groups", command, ...args]]
      : [command, [...args]];
  run(...as(join(bin, "initdb"), ["-D", dir, "-U", "postgres", "-A", "trust"]));
  const args = ["-D", dir, "-p", String(port), "-h", "127.0.0.1", "-k", dir];
  const child = spawn(...as(join(bin, "postgres"), args), { stdio: "ignore" });
  await untilOpen(port, child);
  return {
    port,
    pids: () => familyOf(child.pid),
    stop: () => end(child, "SIGINT").finally(() => rmSync(dir, { recursive: true, force: true })),
  };
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const address = server.address();
  await new Promise((closed) => server.close(closed));
  if (address === null || typeof address === "string") throw new Error("there is no free port");
  return address.port;
}

async function untilOpen(port: number, child: ChildProcess): Promise<void> {
  const last = performance.now() + START_TIMEOUT_MS;
  while (performance.now() < last) {
    if (child.exitCode !== null) throw new Error(`a store ended with ${child.exitCode}`);
    const isOpen = await new Promise<boolean>((answer) => {
      const socket = connect(port, "127.0.0.1");
      socket.once("connect", () => answer(true)).once("error", () => answer(false));
      socket.once("connect", () => socket.destroy());
    });
    if (isOpen) return pause(1000);
    await pause(100);
  }
  throw new Error("a store did not start");
}
