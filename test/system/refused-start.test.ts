import { execFile, execFileSync } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { type AddressInfo, createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SHAPE } from "../../local/data-shape.ts";
import { personsEnvironment } from "../support/persons-environment.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const TIMEOUT_MS = 60_000;
const FREE = {
  HERALD_PORT: "0",
  HERALD_AUTH_PORT: "0",
  HERALD_MAILBOX_PORT: "0",
  HERALD_SMTP_PORT: "0",
  HERALD_CHAT_PORT: "0",
};

/** Starts a stack that is expected to end by itself. The shell runs `before` first. */
function refused(settings: Record<string, string>, before = ""): Promise<{ code: number | null; err: string }> {
  const env = { ...personsEnvironment(), ...FREE, ...settings };
  const command = `${before} exec "${process.execPath}" --disable-warning=ExperimentalWarning bin/herald.ts start`;
  const [program, args] = before === "" ? ["sh", ["-c", command]] : ["unshare", ["-rm", "sh", "-c", command]];
  return new Promise((done) => {
    const child = execFile(program, args, { cwd: ROOT, env, timeout: TIMEOUT_MS }, (_error, _out, err) =>
      done({ code: child.exitCode, err }),
    );
  });
}

/** Says whether this machine lets a process mount a file system in a mount namespace of its own. */
function canMount(): boolean {
  try {
    execFileSync("unshare", ["-rm", "sh", "-c", "mount -t tmpfs -o size=400k tmpfs /mnt"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

describe("a start on a port that is taken", () => {
  let taken: Server;
  let port: string;
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "herald-refused-"));
    taken = createServer().listen(0, "127.0.0.1");
    await once(taken, "listening");
    port = String((taken.address() as AddressInfo).port);
  });
  afterAll(async () => {
    taken.close();
    await rm(folder, { recursive: true, force: true });
  });

  it.each([
    ["HERALD_PORT", "API and panel"],
    ["HERALD_AUTH_PORT", "identity provider"],
    ["HERALD_MAILBOX_PORT", "mailbox"],
    ["HERALD_SMTP_PORT", "mailbox's SMTP"],
    ["HERALD_CHAT_PORT", "chat simulator"],
  ])("names the setting %s and the part, and makes no data folder", async (name, part) => {
    const dataDir = join(folder, "made", "data");
    const { code, err } = await refused({ [name]: port, HERALD_DATA_DIR: dataDir });
    expect(code).toBe(1);
    const [, free] = /such as \w+=(\d+),/.exec(err) ?? [];
    expect(err).toBe(
      `herald: port ${port} is taken (${part}): set ${name} to another one, such as ${name}=${free}, or to 0 for any that is free\n`,
    );
    expect(Number(free)).toBeGreaterThan(0);
    expect(await readdir(folder)).toEqual([]);
  });

  it("names both settings that want one port", async () => {
    taken.close();
    await once(taken, "close");
    const both = { HERALD_AUTH_PORT: port, HERALD_CHAT_PORT: port };
    const { code, err } = await refused({ ...both, HERALD_DATA_DIR: join(folder, "data") });
    expect(code).toBe(1);
    expect(err).toContain(`HERALD_AUTH_PORT and HERALD_CHAT_PORT are both ${port}`);
  });
});

describe("a start on a folder that cannot be used", () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "herald-refused-"));
    await writeFile(join(folder, "file"), "");
    await chmod(join(folder, "file"), 0o600);
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it.skipIf(!existsSync("/proc/self"))("says of one that cannot be made which it is and why", async () => {
    const { code, err } = await refused({ HERALD_DATA_DIR: "/proc/nope" });
    expect(code).toBe(1);
    expect(err).toMatch(/^herald: the data folder \/proc\/nope \(HERALD_DATA_DIR\) cannot be used: ENOENT.*\n$/);
  });

  it.each(["file", "file/below"])("says that %s is a file", async (name) => {
    const dataDir = join(folder, name);
    const { code, err } = await refused({ HERALD_DATA_DIR: dataDir });
    expect(code).toBe(1);
    expect(err).toBe(
      `herald: the data folder ${dataDir} (HERALD_DATA_DIR) cannot be used: ${join(folder, "file")} is not a folder\n`,
    );
  });

  it.each(["tables.db", "queues.sqlite", "streams.sqlite", "mailbox.sqlite", "chat-simulator/chat.sqlite"])(
    "names %s, which is damaged, and leaves it as it is",
    async (name) => {
      const dataDir = await mkdtemp(join(folder, "damaged-"));
      await mkdir(join(dataDir, "chat-simulator"));
      await writeFile(join(dataDir, name), "no database");
      const { code, err } = await refused({ HERALD_DATA_DIR: dataDir });
      const problem = `${join(dataDir, name)} is damaged: put back a copy of it, or move it away to begin without`;
      expect([code, err]).toEqual([
        1,
        `herald: the data folder ${dataDir} (HERALD_DATA_DIR) cannot be used: ${problem}\n`,
      ]);
      expect(await readFile(join(dataDir, name), "utf8")).toBe("no database");
    },
  );

  it.each([
    ["of before there were shapes", undefined, "1"],
    ["of an older version", "1\n", "1"],
    ["of a newer version", "99\n", "99"],
  ])("leaves data %s as they are, and says what to do", async (_whose, kept, shape) => {
    const dataDir = await mkdtemp(join(folder, "shaped-"));
    await writeFile(join(dataDir, "tables.db"), "");
    if (kept !== undefined) await writeFile(join(dataDir, "shape"), kept);
    const { code, err } = await refused({ HERALD_DATA_DIR: dataDir });
    const problem = `its data have the shape ${shape}, and this version reads the shape ${SHAPE} alone: move the folder away to begin without, or set HERALD_DATA_DIR to another`;
    expect([code, err]).toEqual([
      1,
      `herald: the data folder ${dataDir} (HERALD_DATA_DIR) cannot be used: ${problem}\n`,
    ]);
    expect((await readdir(dataDir)).sort()).toEqual(kept === undefined ? ["tables.db"] : ["shape", "tables.db"]);
  });

  it.each([
    ["demo.json", "put back a copy of it, or remove it to have it made again"],
    ["media-signing-key.pem", "remove it, and a new one is made"],
  ])("names %s, which is damaged", async (name, advice) => {
    const dataDir = await mkdtemp(join(folder, "damaged-"));
    await writeFile(join(dataDir, name), "junk{");
    const { code, err } = await refused({ HERALD_DATA_DIR: dataDir });
    expect([code, err]).toEqual([1, `herald: ${join(dataDir, name)} is damaged: ${advice}\n`]);
  });

  it.skipIf(!canMount())("says that the disk is full", async () => {
    const { code, err } = await refused(
      { HERALD_DATA_DIR: "/mnt/data" },
      "mount -t tmpfs -o size=400k tmpfs /mnt && mkdir /mnt/data &&",
    );
    expect(code).toBe(1);
    expect(err).toMatch(
      /^herald: the data folder \/mnt\/data \(HERALD_DATA_DIR\) cannot be used: .*; its disk has \d+ kB free$/m,
    );
    expect(err).not.toMatch(/^\s+at /m);
  });

  it.skipIf(!canMount())("says that the folder cannot be written", async () => {
    const { code, err } = await refused(
      { HERALD_DATA_DIR: "/mnt/data" },
      "mount -t tmpfs tmpfs /mnt && mkdir /mnt/data && mount -o remount,ro /mnt &&",
    );
    expect(code).toBe(1);
    expect(err).toMatch(/^herald: the data folder \/mnt\/data \(HERALD_DATA_DIR\) cannot be used: /m);
    expect(err).not.toContain("already runs");
  });
});
