import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { promisify } from "node:util";
import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { installClient } from "../../support/packed-client.ts";

const ROOT = resolve(import.meta.dirname, "../../..");
const run = promisify(execFile);
const TIMEOUT = { timeout: 200_000 };
/** The oldest installed TypeScript; the project's own is the newest. */
const OLD = join(ROOT, "node_modules/@arethetypeswrong/core/node_modules/typescript/bin/tsc");
const NEW = join(ROOT, "node_modules/@typescript/native/bin/tsc");

const PROGRAM = `import { Herald, HeraldError, webhooks, type NotificationRequest } from "@herald/client";
import { mailbox, type ReceivedMail } from "@herald/client/testing";
export const received = (to: string): Promise<ReceivedMail> => mailbox("http://127.0.0.1:1").waitFor({ to });
const request: NotificationRequest = { recipient: "ana@example.test", subject: "Hello", body: "It works." };
const herald = new Herald({ baseUrl: "http://127.0.0.1:1", apiKey: "k", maxRetries: 0 });
herald.notifications.send(request).catch((error: unknown) => {
  if (error instanceof HeraldError) console.log(error.name, typeof webhooks.verify);
});
`;

describe("the client as npm packs it", () => {
  let program: string;
  let packed: string;
  let folder: string;
  beforeAll(async () => {
    program = await mkdtemp(join(tmpdir(), "herald-program-"));
    packed = await installClient(program);
    folder = join(program, "node_modules/@herald/client");
  });
  afterAll(() => rm(program, { recursive: true, force: true }));

  const filesOf = async (path: string) =>
    (await readdir(path, { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(path.length + 1))
      .sort();

  it("has its modules in two forms, their types, their sources, and nothing else", async () => {
    const names = await filesOf(join(ROOT, "client/src"));
    const modules = names.map((name) => name.replace(/\.ts$/, ""));
    const made = (form: string) =>
      modules.flatMap((name) => [".js", ".js.map", ".d.ts", ".d.ts.map"].map((end) => `dist/${form}/${name}${end}`));
    const rest = [
      "README.md",
      "package.json",
      "dist/cjs/package.json",
      "dist/esm/package.json",
      "testing/package.json",
    ];
    const expected = [...rest, ...names.map((name) => `src/${name}`), ...made("esm"), ...made("cjs")].sort();
    expect(await filesOf(folder)).toEqual(expected);
  });

  it("has maps that lead from each module and each declaration to its source", async () => {
    const maps = (await filesOf(folder)).filter((name) => name.endsWith(".map"));
    const sources = await Promise.all(
      maps.map(async (name) => {
        const { sources: named, sourceRoot } = JSON.parse(await readFile(join(folder, name), "utf8"));
        expect([sourceRoot ?? "", named.length]).toEqual(["", 1]);
        return readFile(resolve(dirname(join(folder, name)), named[0]), "utf8");
      }),
    );
    expect(sources.filter((text) => text.length < 10)).toEqual([]);
    expect(sources.length).toBeGreaterThan(50);
  });

  it("is what publint and npm ask of a package", async () => {
    const { messages, pkg } = await publint({ pkgDir: folder, level: "suggestion", strict: true, pack: false });
    expect(messages.map((message) => formatMessage(message, pkg, { color: false }))).toEqual([]);
  });

  it("has types that every way of resolving a module finds, and that fit what runs", async () => {
    const analysed = await checkPackage(createPackageFromTarballData(new Uint8Array(await readFile(packed))));
    expect(analysed).toMatchObject({ problems: [] });
    const entries = Object.keys("entrypoints" in analysed ? analysed.entrypoints : {});
    expect(entries).toEqual([".", "./testing", "./package.json"]);
  });

  it.each([
    ["import", "esm.mjs", 'import * as all from "@herald/client";'],
    ["require", "cjs.cjs", 'const all = require("@herald/client");'],
  ])("is loaded by %s", async (_way, name, line) => {
    await writeFile(join(program, name), `${line}\nconsole.log(Object.keys(all).sort().join());`);
    const { stdout } = await run(process.execPath, [join(program, name)], TIMEOUT);
    expect(stdout.trim()).toBe(
      "Herald,HeraldConnectionError,HeraldError,HeraldTimeoutError,WebhookVerificationError,webhooks",
    );
  });

  it.each([
    ["node10", OLD, "commonjs", "node"],
    ["node16 for require", OLD, "node16", "node16"],
    ["bundler", OLD, "esnext", "bundler"],
    ["nodenext", NEW, "nodenext", "nodenext"],
    ["bundler of today", NEW, "preserve", "bundler"],
  ])("compiles into a strict program and runs in it: %s", async (name, compiler, module, moduleResolution) => {
    const its = join(program, name.replaceAll(" ", "-"));
    const strict = { strict: true, exactOptionalPropertyTypes: true, skipLibCheck: false, types: [] };
    const target = { target: "es2022", lib: ["es2022", "dom", "dom.iterable"] };
    const compilerOptions = { ...strict, ...target, module, moduleResolution };
    await mkdir(its);
    await writeFile(join(its, "program.ts"), PROGRAM);
    await writeFile(join(its, "tsconfig.json"), JSON.stringify({ compilerOptions }));
    const { stdout: problems } = await run(process.execPath, [compiler, "-p", its], TIMEOUT).catch(
      (error: { stdout: string }) => error,
    );
    expect(problems).toBe("");
    if (!["commonjs", "node16"].includes(module)) return;
    const { stdout } = await run(process.execPath, [join(its, "program.js")], TIMEOUT);
    expect(stdout.trim()).toBe("HeraldConnectionError function");
  });
});
