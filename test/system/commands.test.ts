import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { personsEnvironment } from "../support/persons-environment.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const TIMEOUT_MS = 60_000;
/** A port that nobody listens on: binding it takes rights that tests do not have. */
const NOBODY = "http://127.0.0.1:2";

interface Run {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** A command as a person runs it, with nothing of this process's settings. */
function run(script: string, ...args: string[]): Promise<Run> {
  const command = ["--disable-warning=ExperimentalWarning", script, ...args];
  return new Promise((done) => {
    const options = { cwd: ROOT, env: personsEnvironment(), timeout: TIMEOUT_MS };
    const child = execFile(process.execPath, command, options, (_error, out, err) =>
      done({ code: child.exitCode, out, err }),
    );
  });
}
const TRACE = /^\s+at /m;

const COMMANDS: readonly [string, readonly string[]][] = [
  ["bin/local.ts", []],
  ["bin/dead-letters.ts", []],
  ["bin/erase-owner.ts", []],
  ["bin/restore.ts", []],
  ["bin/doctor.ts", []],
  ["bin/smoke.ts", []],
  ["bin/cost.ts", []],
  ["bin/trace.ts", []],
  ["bin/listen.ts", []],
  ["bin/stage.ts", ["synth"]],
  ["bin/stage.ts", ["diff"]],
  ["bin/stage.ts", ["deploy"]],
  ["bench/run.ts", []],
  ["bin/collection.ts", []],
  ["bin/guides.ts", []],
  ["bin/openapi.ts", []],
];
/** Those that pass on, or write to, whatever they are given. */
const TAKES_ANYTHING = /stage|collection|guides|openapi/;

describe("every command", () => {
  it.each(COMMANDS)("%s says with --help how it is used, and does nothing", async (script, args) => {
    const { code, out, err } = await run(script, ...args, "--help");
    expect([code, err]).toEqual([0, ""]);
    expect(out).toMatch(/^usage: npm (?:start|run [a-z-]+)|^usage: npx node bin\//);
  });

  it.each(COMMANDS.filter(([script]) => !TAKES_ANYTHING.test(script)))(
    "%s names an option that it does not know, and its usage",
    async (script, args) => {
      const { code, out, err } = await run(script, ...args, "--bogus");
      expect([code, out]).toEqual([2, ""]);
      expect(err).toMatch(/^Unknown option '--bogus'\nusage: npm /);
      expect(err).not.toMatch(TRACE);
    },
  );

  it.each([
    ["bin/dead-letters.ts", ["burn"], "list or redrive"],
    ["bin/erase-owner.ts", [], "--owner"],
    ["bin/restore.ts", [], "--to must be a moment"],
    ["bin/dead-letters.ts", ["list", "--stage", "dev", "--environment", "x"], "--stage goes without another stack"],
    ["bin/doctor.ts", ["--local", "--smtp", "mail"], "--smtp must be HOST:PORT"],
    ["bin/doctor.ts", ["--local", "--stage", "dev"], "--stage NAME or --local"],
    ["bin/smoke.ts", ["--url", "ftp://example.com"], "--url must be"],
    ["bin/cost.ts", ["--emails", "many"], "--emails must be a whole number"],
    ["bin/trace.ts", [], "say one id"],
    ["bin/trace.ts", ["an id"], "say one id"],
    ["bin/trace.ts", ["01234567", "--stage", "dev", "--data-dir", "x"], "say --data-dir or --stage"],
    ["bin/trace.ts", ["01234567", "--stage", "dev", "--days", "0"], "--days must be 1 to 90"],
    ["bin/listen.ts", ["--url", "ftp://example.com", "--key", "k"], "--url must be an address"],
    ["bin/listen.ts", ["--url", "https://example.com"], "--key, or HERALD_API_KEY"],
    ["bin/listen.ts", ["--key", "k"], "--key goes with --url"],
    ["bin/listen.ts", ["--forward", "http://me:secret@127.0.0.1"], "--forward must be an address"],
    ["bin/listen.ts", ["--forward", "http://127.0.0.1", "--secret", "x"], "--secret must be whsec_"],
    ["bin/cost.ts", ["--stage", "nowhere"], "there is no config/nowhere.ts"],
    ["bin/cost.ts", ["-c", "deliveryWindowSeconds"], "-c must be setting=value"],
    ["bin/stage.ts", ["burn"], "synth|diff|deploy"],
    ["bin/stage.ts", ["synth", "--stage", "nowhere"], "there is no config/nowhere.ts"],
    ["bench/run.ts", ["nothing"], "no such benchmark: nothing"],
  ])("%s %j is a mistake in one line", async (script, args, problem) => {
    const { code, err } = await run(script, ...args);
    expect(code).toBe(2);
    expect(err.split("\n")[0]).toContain(problem);
    expect(err).toContain("usage: npm run");
    expect(err).not.toMatch(TRACE);
  });
});

describe("a command against a stack that does not run", () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "herald-commands-"));
    const tables = ["CONFIG_TABLE", "API_KEYS_TABLE", "NOTIFICATIONS_TABLE", "CHAT_TABLE", "EVENTS_TABLE"];
    tables.push("WEBHOOKS_TABLE", "EPHEMERAL_TABLE");
    const environment = {
      ...Object.fromEntries(tables.map((name) => [name, name.toLowerCase()])),
      AWS_REGION: "us-east-1",
      AWS_ACCESS_KEY_ID: "local",
      AWS_SECRET_ACCESS_KEY: "local",
      AWS_ENDPOINT_URL_DYNAMODB: NOBODY,
      AWS_ENDPOINT_URL_SQS: NOBODY,
      AWS_ENDPOINT_URL_S3: NOBODY,
      DELIVERY_QUEUE_URL: `${NOBODY}/0/delivery`,
      CONTENT_BUCKET: "content",
      OIDC_ISSUER: NOBODY,
    };
    await writeFile(join(folder, "functions.env.json"), JSON.stringify(environment));
    await writeFile(join(folder, "text.json"), "not JSON");
    await writeFile(join(folder, "empty.json"), "{}");
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it.each([
    ["bin/dead-letters.ts", ["list"]],
    ["bin/dead-letters.ts", ["redrive"]],
    ["bin/erase-owner.ts", ["--owner", "x", "--yes"]],
    ["bin/restore.ts", ["--to", "2026-01-01T00:00:00Z"]],
  ])("%s %j says that nothing answers there", async (script, args) => {
    const { code, out, err } = await run(script, ...args, "--data-dir", folder);
    expect([code, out]).toEqual([1, ""]);
    expect(err).toMatch(/^the stack of .*functions\.env\.json cannot be reached: .*ECONNREFUSED.*npm start/);
    expect(err.trimEnd().split("\n")).toHaveLength(1);
  });

  it.each([
    ["nowhere.json", "there is no "],
    ["text.json", "is not an environment of Herald"],
    ["empty.json", "is not an environment of Herald"],
  ])("dead-letters says in one line that %s is of no use", async (file, problem) => {
    const { code, err } = await run("bin/dead-letters.ts", "list", "--environment", join(folder, file));
    expect(code).toBe(1);
    expect(err).toContain(problem);
    expect(err.trimEnd().split("\n")).toHaveLength(1);
  });

  it("trace says in one line that there is no log, and that an id is not in it", async () => {
    const nowhere = await run("bin/trace.ts", "01234567", "--data-dir", join(folder, "nowhere"));
    expect([nowhere.code, nowhere.out]).toEqual([1, ""]);
    expect(nowhere.err).toMatch(/^there is no log in .*npm start.*\n$/);
    await writeFile(join(folder, "log.jsonl"), "");
    const unknown = await run("bin/trace.ts", "01234567", "--data-dir", folder);
    expect(unknown).toEqual({ code: 1, out: "", err: "no line of the log has 01234567\n" });
  });

  it("erase-owner erases nothing before it is confirmed", async () => {
    const { code, out, err } = await run("bin/erase-owner.ts", "--owner", "x", "--data-dir", folder);
    expect([code, out]).toEqual([2, ""]);
    expect(err).toMatch(/everything that is kept of the owner "x".*--yes/);
    expect(err).not.toContain("ECONNREFUSED");
  });

  it("smoke names the address and why it got no answer", async () => {
    const { code, err } = await run("bin/smoke.ts", "--url", NOBODY, "--key", "k");
    expect(code).toBe(1);
    expect(err).toMatch(/^FAILED {2}is alive: http:\/\/127\.0\.0\.1:2\/health\/live: .*ECONNREFUSED/);
  });
});
