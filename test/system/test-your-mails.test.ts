import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { missingOf } from "../support/guides/reader.ts";
import { installClient } from "../support/packed-client.ts";
import { personsEnvironment } from "../support/persons-environment.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const ACTION = join(ROOT, "actions/start");
const EXAMPLES = join(ROOT, "examples/testing");

type Variables = Readonly<Record<string, string>>;
interface Run {
  readonly code: number | null;
  readonly output: string;
}

async function run(program: string, args: readonly string[], cwd: string, more: Variables = {}): Promise<Run> {
  const PATH = `${dirname(process.execPath)}:${process.env.PATH}`;
  const env = { ...personsEnvironment(), PATH, ...more };
  const child = spawn(program, args, { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
  const [out, error, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
  return { code: code as number | null, output: `${out}${error}` };
}

/** Makes a key of test mode with the access token of the variables. */
async function testKeyOf({ HERALD_URL, HERALD_ACCESS_TOKEN }: Variables): Promise<string> {
  const headers = { authorization: `Bearer ${HERALD_ACCESS_TOKEN}`, "content-type": "application/json" };
  const body = JSON.stringify({ name: "tests", mode: "test" });
  const answer = await fetch(`${HERALD_URL}/panel/api/api-keys`, { method: "POST", headers, body });
  const { key } = (await answer.json()) as { readonly key: string };
  return key;
}

/** Creates the files to which a step writes on GitHub. */
async function aRunner(inputs: Variables = {}) {
  const folder = await mkdtemp(join(tmpdir(), "herald-runner-"));
  const files = {
    GITHUB_ENV: join(folder, "env"),
    GITHUB_OUTPUT: join(folder, "output"),
    GITHUB_STATE: join(folder, "state"),
  };
  for (const file of Object.values(files)) await writeFile(file, "");
  const read = async (name: keyof typeof files, prefix = ""): Promise<Variables> => {
    const lines = (await readFile(files[name], "utf8")).split("\n").filter(Boolean);
    return Object.fromEntries(
      lines.map((line) => [`${prefix}${line.split("=")[0]}`, line.slice(line.indexOf("=") + 1)]),
    );
  };
  const given = { ...files, RUNNER_TEMP: folder, ...inputs };
  return {
    folder,
    read,
    start: () => run(process.execPath, [join(ACTION, "start.mjs")], folder, given),
    stop: async (status: string) =>
      run(process.execPath, [join(ACTION, "stop.mjs")], folder, {
        ...(await read("GITHUB_STATE", "STATE_")),
        "INPUT_JOB-STATUS": status,
      }),
  };
}

const isThere = (pid: string | undefined): boolean => {
  try {
    return process.kill(Number(pid), 0);
  } catch {
    return false;
  }
};
const hasPytest = spawnSync("python3", ["-m", "pytest", "--version"], { stdio: "ignore" }).status === 0;

describe("the action that starts Herald, and the examples of tests beside it", () => {
  let runner: Awaited<ReturnType<typeof aRunner>>;
  let set: Variables;
  /** What the action sets for a deployment. */
  let testMode: Variables;
  let program: string;
  beforeAll(async () => {
    runner = await aRunner();
    const started = await runner.start();
    expect([started.code, started.output]).toEqual([
      0,
      expect.stringContaining("Herald is ready at http://127.0.0.1:"),
    ]);
    set = await runner.read("GITHUB_ENV");
    program = await mkdtemp(join(tmpdir(), "herald-tested-"));
    await cp(EXAMPLES, program, { recursive: true });
  });
  afterAll(async () => {
    const stopped = await runner.stop("failure");
    expect(stopped).toMatchObject({
      code: 0,
      output: expect.stringMatching(/^::group::The log of Herald\n[\s\S]*ready[\s\S]*::endgroup::\n$/),
    });
    const { pid, folder: data, log } = await runner.read("GITHUB_STATE");
    expect([isThere(pid), existsSync(String(data)), existsSync(String(log))]).toEqual([false, false, false]);
    for (const folder of [runner.folder, program]) await rm(folder, { recursive: true, force: true });
  });

  it("sets what tests need, by the names that the guides use", async () => {
    const { HERALD_URL, HERALD_API_KEY, HERALD_ACCESS_TOKEN } = set;
    expect(Object.keys(set)).toContain("HERALD_MAILBOX_URL");
    expect(await runner.read("GITHUB_OUTPUT")).toEqual({
      url: HERALD_URL,
      "api-key": HERALD_API_KEY,
      "mailbox-url": set.HERALD_MAILBOX_URL,
    });
    const authorization = `Bearer ${HERALD_ACCESS_TOKEN}`;
    const accounts = await fetch(`${HERALD_URL}/api/v1/smtp-accounts`, { headers: { authorization } });
    expect(await accounts.json()).toMatchObject([{ id: set.HERALD_SMTP_ACCOUNT_ID }]);
  });

  it("uses a deployment with a key of test mode, and starts nothing", async () => {
    const key = await testKeyOf(set);
    const other = await aRunner({ INPUT_URL: `${set.HERALD_URL}/`, "INPUT_API-KEY": key });
    const { code, output } = await other.start();
    expect([code, output]).toEqual([
      0,
      `::add-mask::${key}\nHerald is ready at ${set.HERALD_URL}, with a key of test mode\n`,
    ]);
    const variables = await other.read("GITHUB_ENV");
    expect(variables).toEqual({ HERALD_URL: set.HERALD_URL, HERALD_API_KEY: key });
    expect(await other.read("GITHUB_OUTPUT")).toEqual({ url: set.HERALD_URL, "api-key": key });
    expect(await other.read("GITHUB_STATE")).toEqual({});
    expect(await other.stop("success")).toEqual({ code: 0, output: "" });
    await rm(other.folder, { recursive: true, force: true });
    testMode = variables;
  });

  it.each([
    ["a key of live mode", {}, "api-key must be a key of test mode"],
    ["no address", { INPUT_URL: "" }, "api-key goes with url"],
    ["no web address", { INPUT_URL: "herald" }, "url must be an http or https address"],
    ["an unknown key", { "INPUT_API-KEY": "hrld_test_x" }, "refuses the key of test mode: HTTP status 401"],
    ["nobody there", { INPUT_URL: "http://127.0.0.1:1", "INPUT_API-KEY": "hrld_test_x" }, "cannot be reached"],
  ])("refuses a deployment with %s", async (_what, inputs, message) => {
    const other = await aRunner({
      INPUT_URL: set.HERALD_URL ?? "",
      "INPUT_API-KEY": set.HERALD_API_KEY ?? "",
      ...inputs,
    });
    const { code, output } = await other.start();
    expect([code, output]).toEqual([1, expect.stringContaining(message)]);
    expect(output).toContain("::error::");
    expect(await other.read("GITHUB_ENV")).toEqual({});
    await rm(other.folder, { recursive: true, force: true });
  });

  it("a test with vitest finds its mail, and says what came when it does not", async () => {
    const folder = join(program, "vitest");
    await installClient(folder);
    await symlink(join(ROOT, "node_modules/vitest"), join(folder, "node_modules/vitest"));
    const vitest = [join(ROOT, "node_modules/vitest/vitest.mjs"), "run", "--root", folder];
    expect(await run(process.execPath, vitest, folder, set)).toMatchObject({ code: 0 });
    expect(await run(process.execPath, vitest, folder, testMode)).toMatchObject({ code: 0 });
    const example = await readFile(join(folder, "welcome.test.ts"), "utf8");
    const wrong = example.replace('subject: "Welcome" }', 'subject: "Goodbye", timeoutMs: 1000 }');
    await writeFile(join(folder, "welcome.test.ts"), wrong);
    const failed = await run(process.execPath, vitest, folder, set);
    expect(failed.code).toBe(1);
    expect(failed.output).toMatch(/no mail to ana\+\S+ with the subject "Goodbye" within 1000 ms; these came/);
    expect(failed.output).toContain('"Welcome, Ana"');
  });

  it("a test with pytest, or unittest alone, finds its mail", async (ctx) => {
    const missing = missingOf(["python3"]);
    ctx.skip(missing.length > 0, "not on this machine: python3");
    const folder = join(program, "pytest");
    for (const variables of [set, testMode]) {
      expect(await run("python3", ["test_welcome.py"], folder, variables)).toMatchObject({ code: 0 });
      if (hasPytest) expect(await run("python3", ["-m", "pytest", "-q"], folder, variables)).toMatchObject({ code: 0 });
    }
    const example = await readFile(join(folder, "test_welcome.py"), "utf8");
    await writeFile(
      join(folder, "test_welcome.py"),
      example.replace('subject="Welcome")', 'subject="Goodbye", seconds=1)'),
    );
    const failed = await run("python3", ["test_welcome.py"], folder, set);
    expect(failed).toMatchObject({ code: 1, output: expect.stringContaining("Welcome, Ana") });
  });

  it("a test with go test finds its mail", async (ctx) => {
    const missing = missingOf(["go"]);
    ctx.skip(missing.length > 0, "not on this machine: go");
    const GOCACHE = join(ROOT, "node_modules/.cache/go-build");
    for (const variables of [set, testMode]) {
      const settings = { ...variables, GOCACHE, GOFLAGS: "-mod=mod" };
      expect(await run("go", ["test", "./..."], join(program, "go"), settings)).toMatchObject({ code: 0 });
    }
  });
});

describe("the action with a Herald that does not start", () => {
  it("fails with its words, and leaves nothing behind", async () => {
    const broken = await mkdtemp(join(tmpdir(), "herald-broken-"));
    const scripts = { start: "echo the port is taken && exit 3" };
    await writeFile(join(broken, "package.json"), JSON.stringify({ scripts }));
    const runner = await aRunner({ INPUT_FOLDER: broken });
    const { code, output } = await runner.start();
    expect([code, output]).toEqual([1, expect.stringContaining("the port is taken")]);
    expect(output).toContain("::error::Herald ended with 3 before it was ready");
    expect(await runner.read("GITHUB_ENV")).toEqual({});
    expect(await runner.stop("failure")).toMatchObject({ code: 0 });
    for (const folder of [runner.folder, broken]) await rm(folder, { recursive: true, force: true });
  });

  it("gives up when the time is over, and ends what it has started", async () => {
    const slow = await mkdtemp(join(tmpdir(), "herald-slow-"));
    await writeFile(join(slow, "package.json"), JSON.stringify({ scripts: { start: "sleep 600" } }));
    const runner = await aRunner({ INPUT_FOLDER: slow, "INPUT_WAIT-SECONDS": "1" });
    const { code, output } = await runner.start();
    expect([code, output]).toEqual([1, expect.stringContaining("Herald was not ready within 1 seconds")]);
    expect(isThere((await runner.read("GITHUB_STATE")).pid)).toBe(false);
    for (const folder of [runner.folder, slow]) await rm(folder, { recursive: true, force: true });
  });
});
