import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { COMMANDS } from "../../../bin/command-line/commands.ts";
import { needsDeveloping } from "../../../bin/command-line/needs-developing.mjs";

const ROOT = resolve(import.meta.dirname, "../../..");
const COMMAND_MS = 60_000;
const json = <T>(file: string): T => JSON.parse(readFileSync(resolve(ROOT, file), "utf8"));
const { packages } = json<{ packages: Readonly<Record<string, { dev?: true }>> }>("package-lock.json");
const DEVELOPMENT = Object.entries(packages).flatMap(([path, { dev }]) =>
  dev ? path.replace("node_modules/", "") : [],
);

/** Hides the development packages, as if they were not installed. */
const WITHOUT_DEVELOPMENT = `import { registerHooks } from "node:module";
const absent = new Set(${JSON.stringify(DEVELOPMENT.filter((name) => !name.includes("node_modules/")))});
registerHooks({ resolve(name, context, next) {
  const own = name.split("/").slice(0, name.startsWith("@") ? 2 : 1).join("/");
  if (absent.has(own)) throw new Error("Cannot find package '" + own + "'");
  return next(name, context);
} });`;

const stage = ["--stage", "nowhere"];
const ARGUMENTS: Readonly<Record<string, readonly (readonly string[])[]>> = {
  smoke: [["--url", "http://127.0.0.1:9", "--key", "k", ...stage]],
  "dead-letters": [["list", ...stage]],
  "erase-owner": [["--owner", "nobody", "--yes", ...stage]],
  restore: [["--to", "2026-01-01T00:00:00Z", ...stage]],
  "restore-table": [["Config", ...stage]],
  doctor: [["--data-dir", "nowhere"]],
  listen: [["--data-dir", "nowhere"]],
  env: [["--data-dir", "nowhere"]],
  send: [["you@example.test", "-s", "Hello", "--data-dir", "nowhere"]],
  notifications: [
    ["list", "--data-dir", "nowhere"],
    ["get", "an id", "--data-dir", "nowhere"],
    ["resend", "an id", "--data-dir", "nowhere"],
  ],
  events: [
    ["list", "--data-dir", "nowhere"],
    ["resend", "evt_1", "--data-dir", "nowhere"],
  ],
  suppressions: [
    ["list", "--data-dir", "nowhere"],
    ["add", "a@x.example", "--data-dir", "nowhere"],
    ["delete", "an id", "--data-dir", "nowhere"],
    ["import", "package.json", "--data-dir", "nowhere"],
    ["export", "--data-dir", "nowhere"],
  ],
  keys: [
    ["list", "--data-dir", "nowhere"],
    ["create", "a name", "--data-dir", "nowhere"],
    ["revoke", "an id", "--data-dir", "nowhere"],
  ],
  "template-types": [["--data-dir", "nowhere"]],
  templates: [
    ["pull", "--data-dir", "nowhere"],
    ["push", "examples/email-templates", "--data-dir", "nowhere"],
  ],
  trace: [
    ["01234567", ...stage],
    ["01234567", "--data-dir", "nowhere"],
  ],
};
const MISSING: Readonly<Record<string, string>> = {
  doctor: "there is no nowhere/stack.json",
  trace: "there is no log",
};
const installed = COMMANDS.map(({ name }) => name).filter((name) => !needsDeveloping([name]));

function said(name: string, args: readonly string[]): Promise<string> {
  const preload = `data:text/javascript,${encodeURIComponent(WITHOUT_DEVELOPMENT)}`;
  const command = ["--disable-warning=ExperimentalWarning", "--import", preload, "bin/herald.ts", name, ...args];
  const env = { PATH: process.env.PATH, AWS_EC2_METADATA_DISABLED: "true", HOME: "/nonexistent" };
  return new Promise((done) => {
    execFile(process.execPath, command, { cwd: ROOT, env, timeout: COMMAND_MS }, (_error, out, err) => done(out + err));
  });
}

describe("a command that installs what running needs", () => {
  it("is one of these", () => {
    // `start` waits for a signal, and `get` for its input.
    expect(installed.filter((name) => name !== "start" && name !== "get").sort()).toEqual(
      Object.keys(ARGUMENTS).sort(),
    );
  });

  it.each(Object.entries(ARGUMENTS).flatMap(([name, all]) => all.map((args) => [name, args] as const)))(
    "runs without the packages for developing: %s %j",
    async (name, args) => {
      const missing = MISSING[name] ?? "there is no local stack in";
      const expected = args.includes("--stage") ? "--stage needs AWS credentials and a region" : missing;
      expect(await said(name, args)).toContain(expected);
    },
  );

  it("explains and completes those that synthesise, too", async () => {
    for (const args of [["deploy", "--help"], ["cost", "-h"], ["doctor"], ["complete", "--", "synth"]])
      expect([args, needsDeveloping(args)]).toEqual([args, false]);
    for (const args of [["deploy"], ["synth", "--stage", "dev"], ["doctor", "--stage=dev"]])
      expect([args, needsDeveloping(args)]).toEqual([args, true]);
    // This command line loads all commands.
    expect(await said("complete", ["--", "syn"])).toContain("synth");
  });
});
