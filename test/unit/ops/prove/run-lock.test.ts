import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { lockRun, RunningError } from "../../../../ops/prove/run-lock.ts";

let folder = "";
let file = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "herald-lock-"));
  file = join(folder, "prove-a.lock");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const lockOf = (pid: number, host = hostname()) => writeFileSync(file, JSON.stringify({ run: "other", pid, host }));
const deadPid = (): number => spawnSync(process.execPath, ["-e", ""]).pid;

describe("lockRun()", () => {
  it("refuses a second run while the first lives, and leaves no file after it", () => {
    const release = lockRun(file);
    expect(() => lockRun(file)).toThrow(RunningError);
    expect(() => lockRun(file)).toThrow(`process ${process.pid} on ${hostname()}`);
    expect(readdirSync(folder)).toEqual(["prove-a.lock"]);
    release();
    release();
    expect(readdirSync(folder)).toEqual([]);
    lockRun(file)();
  });

  it("is not blocked by a process that has died", () => {
    lockOf(deadPid());
    const release = lockRun(file);
    expect(readdirSync(folder)).toEqual(["prove-a.lock"]);
    release();
    writeFileSync(file, "");
    lockRun(file)();
    expect(readdirSync(folder)).toEqual([]);
  });

  it("does not take a process of another machine for dead, nor unlock what another run has locked", () => {
    lockOf(deadPid(), "elsewhere");
    expect(() => lockRun(file)).toThrow("on elsewhere");
    rmSync(file);
    const release = lockRun(file);
    lockOf(process.pid);
    release();
    expect(readdirSync(folder)).toEqual(["prove-a.lock"]);
  });
});
