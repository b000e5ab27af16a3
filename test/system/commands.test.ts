import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { COMMANDS } from "../../bin/command-line/commands.ts";
import project from "../../package.json" with { type: "json" };
import { personsEnvironment } from "../support/persons-environment.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const TIMEOUT_MS = 60_000;
/** Nobody listens on this port, because binding it takes rights that tests lack. */
const NOBODY = "http://127.0.0.1:2";

interface Run {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Runs a command as a person does, without this process's settings. */
const run = (script: string, ...args: string[]): Promise<Run> =>
  runProgram(process.execPath, ["--disable-warning=ExperimentalWarning", script, ...args]);

function runProgram(program: string, command: readonly string[]): Promise<Run> {
  return new Promise((done) => {
    const options = { cwd: ROOT, env: personsEnvironment(), timeout: TIMEOUT_MS };
    const child = execFile(program, command, options, (_error, out, err) => done({ code: child.exitCode, out, err }));
  });
}
const TRACE = /^\s+at /m;

const HERALD = "bin/herald.ts";
const NAMES = COMMANDS.map(({ name }) => name);
/** Contributors have these scripts in addition to `herald`. */
const SCRIPTS = ["bench/run.ts", "bin/collection.ts", "bin/guides.ts", "bin/openapi.ts"];
/** These commands pass on all arguments. */
const TAKES_ANYTHING = new Set(["synth", "diff", "deploy", "pipeline"]);

describe("herald", () => {
  it("lists its commands and exit codes", async () => {
    const { code, out, err } = await run(HERALD, "--help");
    expect([code, err]).toEqual([0, ""]);
    for (const { name, summary } of COMMANDS) expect(out).toMatch(new RegExp(`^  ${name} .*${summary}$`, "m"));
    expect(out).toContain("  2    the command line is not understood, or nobody could be asked; nothing\n");
  });

  it.each(NAMES)("%s says with --help how it is used, and does nothing", async (name) => {
    const { code, out, err } = await run(HERALD, name, "--help");
    expect([code, err]).toEqual([0, ""]);
    expect(out).toMatch(new RegExp(`^Usage: herald ${name} `));
    expect(out).toContain("Exit codes:");
    expect((await run(HERALD, "help", name)).out).toBe(out);
  });

  it.each(NAMES.filter((name) => !TAKES_ANYTHING.has(name)))(
    "%s names an option that it does not know, also for a program",
    async (name) => {
      const needed: Readonly<Record<string, readonly string[]>> = {
        "erase-owner": ["--owner", "x"],
        restore: ["--to", "2026-01-01T00:00:00Z"],
        "restore-table": ["Config"],
      };
      const { code, out, err } = await run(HERALD, name, ...(needed[name] ?? []), "--bogus", "--json");
      expect([code, JSON.parse(out)]).toEqual([
        2,
        { error: expect.stringMatching(/^unknown option '--bogus'/), exit_code: 2 },
      ]);
      expect(err).toMatch(/^unknown option '--bogus'\n/);
      expect([code, JSON.parse(out)]).toEqual([
        2,
        { error: expect.stringContaining("unknown option '--bogus'"), exit_code: 2 },
      ]);
      expect(err).toMatch(/^unknown option '--bogus'\n/);
      expect(err).toContain(`See herald ${name}`);
      expect(err).not.toMatch(TRACE);
    },
  );

  it.each([
    [["doctr"], "(Did you mean doctor?)"],
    [["doctor", "--stge", "dev"], "(Did you mean --stage?)"],
    [["dead-letters", "redrve"], "(Did you mean redrive?)"],
  ])("asks after %j what was meant", async (args, question) => {
    const { code, out, err } = await run(HERALD, ...args);
    expect([code, out]).toEqual([2, ""]);
    expect(err).toContain(question);
  });

  it.each(["zsh", "bash", "fish", "powershell"])("prints the completion of %s", async (shell) => {
    const { code, out } = await run(HERALD, "complete", shell);
    expect(code).toBe(0);
    expect(out).toContain("herald");
  });

  it("says its version", async () => {
    expect(await run(HERALD, "--version")).toMatchObject({ code: 0, out: `${project.version}\n`, err: "" });
  });

  it("completes in a bash that has nothing else, and that has read it twice", async () => {
    const script = (await run(HERALD, "complete", "bash")).out;
    const herald = `herald() { "${process.execPath}" ${HERALD} "$@"; }`;
    const asks = `COMP_WORDS=(herald trace --da); COMP_CWORD=2; __herald_complete; echo "\${COMPREPLY[@]}"`;
    const command = ["--norc", "-c", [script, script, herald, asks].join("\n")];
    const { out, err } = await runProgram("bash", command);
    expect([err, out.trim().split(" ").sort()]).toEqual(["", ["--data-dir", "--days"]]);
  });

  it("completes commands and options", async () => {
    expect((await run(HERALD, "complete", "--", "sm")).out).toMatch(/^smoke\t/);
    expect((await run(HERALD, "complete", "--", "trace", "--da")).out).toMatch(
      /^--data-dir\t.*\n--days\t|^--days\t.*\n--data-dir\t/,
    );
  });

  it.each([
    [["dead-letters", "burn"], "burn"],
    [["erase-owner"], "--owner"],
    [["erase-owner", "--owner", "hrld_test:ann"], "It names the test mode of an owner"],
    [["env", "--owner", "hrld_test:ann"], "It names the test mode of an owner"],
    [["restore"], "--to"],
    [["restore", "--to", "yesterday"], "It must be a moment"],
    [["restore-table"], "missing required argument 'table'"],
    [["restore-table", "Letters", "--stage", "dev"], "It must be one of Config, ApiKeys"],
    [["restore-table", "Config"], "--stage or --environment must name a deployed stack"],
    [["restore-table", "Config", "--stage", "dev", "--backup", "yesterday"], "It must be the ARN of a DynamoDB backup"],
    [["dead-letters", "list", "--stage", "dev", "--environment", "x"], "cannot be used with"],
    [["doctor", "--local", "--smtp", "mail"], "It must be HOST:PORT"],
    [["doctor", "--local", "--stage", "dev"], "--stage NAME or --local"],
    [["smoke", "--url", "ftp://example.com"], "It must be an address"],
    [["cost", "--emails", "many"], "It must be a whole number"],
    [["trace"], "missing required argument 'id'"],
    [["trace", "an id"], "It must be one id"],
    [["trace", "01234567", "--stage", "dev", "--data-dir", "x"], "cannot be used with"],
    [["trace", "01234567", "--stage", "dev", "--days", "0"], "It must be a whole number, 1 to 90"],
    [["trace", "01234567", "--days", "3"], "--days goes with --stage"],
    [["listen", "--url", "ftp://example.com", "--key", "k"], "It must be an address"],
    [["listen", "--url", "https://example.com"], "--key, or HERALD_API_KEY"],
    [["listen", "--key", "k"], "--key goes with --url"],
    [["listen", "--forward", "http://me:secret@127.0.0.1"], "It must be an address"],
    [["listen", "--forward", "http://127.0.0.1", "--secret", "x"], "It must be whsec_"],
    [["send", "you@example.test"], "--subject, or --template"],
    [["send", "you@example.test", "-t", "welcome", "-s", "Hello"], "--template, or --subject and --body"],
    [["send", "you@example.test", "-s", "Hello", "--var", "a=b"], "--var goes with --template"],
    [["send", "you@example.test", "-s", "Hello", "--var", "a"], "It must be NAME=VALUE"],
    [["send", "you@example.test", "-s", "Hello", "--data", "{}"], "--data goes with --template"],
    [["send", "you@example.test", "-t", "welcome", "--data", "[1]"], "It must be a JSON object, or @ and a file"],
    [["send", "you@example.test", "-t", "welcome", "--data", "{"], "It must be a JSON object, or @ and a file"],
    [["send", "you@example.test", "-t", "welcome", "--data", "@nothing.json"], "There is no file nothing.json"],
    [["cost", "--stage", "nowhere"], "there is no config/nowhere.ts"],
    [["templates", "burn"], "unknown command 'burn'"],
    [["templates", "push", "nowhere"], "there is no folder nowhere"],
    [["templates", "pull", "--token", "t"], "--token goes with --url"],
    [["templates", "pull", "--url", "http://127.0.0.1:9"], "--token, or HERALD_ACCESS_TOKEN in the environment"],
    [["cost", "-c", "deliveryWindowSeconds"], "It must be setting=value"],
    [["burn"], "unknown command 'burn'"],
    [["synth", "--stage", "nowhere"], "there is no config/nowhere.ts"],
    [["deploy"], "say which stage"],
    [["pipeline"], "say which stage"],
  ])("%j is a mistake in one line", async (args, problem) => {
    const { code, out, err } = await run(HERALD, ...args);
    expect([code, out]).toEqual([2, ""]);
    expect(err.split("\n")[0]).toContain(problem);
    expect(err).toContain("See herald");
    expect(err).not.toMatch(TRACE);
  });
});

describe("an output", () => {
  /** Runs the help in a shell that ends its output early, and reports the exit code. */
  const runInto = (end: string) =>
    runProgram("sh", ["-c", `{ sleep 1; "${process.execPath}" ${HERALD} --help; echo "ended with $?" >&2; } ${end}`]);

  it("that nobody reads any longer does not stop the command", async () => {
    expect(await runInto("| true")).toMatchObject({ out: "", err: "ended with 0\n" });
  });

  it.skipIf(!existsSync("/dev/full"))("on a full disk makes it fail", async () => {
    const { err } = await runInto("> /dev/full");
    expect(err).toMatch(/^the output cannot be written: ENOSPC.*\nended with 1\n$/);
  });
});

describe("every other command", () => {
  it.each(SCRIPTS)("%s says with --help how it is used, and does nothing", async (script) => {
    const { code, out, err } = await run(script, "--help");
    expect([code, err]).toEqual([0, ""]);
    expect(out).toMatch(/^usage: npm run [a-z-]+|^usage: npx node bin\//);
  });

  it("bench names a benchmark that it does not know, and its usage", async () => {
    const { code, err } = await run("bench/run.ts", "nothing");
    expect(code).toBe(2);
    expect(err).toMatch(/^no such benchmark: nothing\nusage: npm run/);
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
    ["dead-letters", "list"],
    ["dead-letters", "redrive"],
    ["erase-owner", "--owner", "x", "--yes"],
    ["restore", "--to", "2026-01-01T00:00:00Z"],
  ])("%s %s says that nothing answers there", async (...args) => {
    const { code, out, err } = await run(HERALD, ...args, "--data-dir", folder);
    expect([code, out]).toEqual([1, ""]);
    expect(err).toMatch(/^the stack of .*functions\.env\.json cannot be reached: .*ECONNREFUSED.*npm start/);
    expect(err.trimEnd().split("\n")).toHaveLength(1);
  });

  it("restore ends with 1, also for a program, when the person at the terminal does not agree", async () => {
    const isTerminal = "data:text/javascript,Object.defineProperty(process.stdin,'isTTY',{value:true})";
    const restore = `restore --to 2026-01-01T00:00:00Z --apply --json --data-dir "${folder}"`;
    const command = `echo no | "${process.execPath}" --import "${isTerminal}" ${HERALD} ${restore}; echo "ended with $?"`;
    const { out } = await runProgram("sh", ["-c", command]);
    expect(out).toBe('{"error":"nothing was done","exit_code":1}\nended with 1\n');
  });

  it.each([
    ["nowhere.json", "there is no "],
    ["text.json", "is not an environment of Herald"],
    ["empty.json", "is not an environment of Herald"],
  ])("dead-letters says in one line that %s is of no use", async (file, problem) => {
    const { code, err } = await run(HERALD, "dead-letters", "list", "--environment", join(folder, file));
    expect(code).toBe(1);
    expect(err).toContain(problem);
    expect(err.trimEnd().split("\n")).toHaveLength(1);
  });

  it("trace says in one line that there is no log, and that an id is not in it", async () => {
    const nowhere = await run(HERALD, "trace", "01234567", "--data-dir", join(folder, "nowhere"));
    expect([nowhere.code, nowhere.out]).toEqual([1, ""]);
    expect(nowhere.err).toMatch(/^there is no log in .*npm start.*\n$/);
    await writeFile(join(folder, "log.jsonl"), "");
    const unknown = await run(HERALD, "trace", "01234567", "--data-dir", folder);
    expect(unknown).toEqual({ code: 1, out: "", err: "no line of the log has 01234567\n" });
  });

  it.each([["env"], ["send", "you@example.test", "-s", "Hello"], ["smoke"], ["template-types"], ["templates", "pull"]])(
    "%s says that the stack was stopped, and what to do",
    async (...args) => {
      const owner = { sub: "demo", api_key: "k", smtp_account_id: "s", chat_account_id: "c" };
      const urls = { base_url: NOBODY, auth_url: NOBODY, mailbox_url: NOBODY, chat_simulator_url: NOBODY };
      const stack = { ...urls, smtp: { host: "127.0.0.1", port: 2 }, demo: owner, other: owner };
      await writeFile(join(folder, "stack.json"), JSON.stringify(stack));
      const { code, out, err } = await run(HERALD, ...args, "--data-dir", folder);
      expect([code, out]).toEqual([1, ""]);
      expect(err).toMatch(/^the local stack in .* does not run: .*ECONNREFUSED.*; start it \(npm start\)/);
      expect(err.trimEnd().split("\n")).toHaveLength(1);
    },
  );

  it("smoke names the address and why it got no answer", async () => {
    const { code, err } = await run(HERALD, "smoke", "--url", NOBODY, "--key", "k");
    expect(code).toBe(1);
    expect(err).toMatch(/^FAILED {2}is alive: http:\/\/127\.0\.0\.1:2\/health\/live: .*ECONNREFUSED/);
  });
});
