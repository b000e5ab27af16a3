import { execFile } from "node:child_process";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";

const ROOT = resolve(import.meta.dirname, "../..");
const RUN_MS = 120_000;

/** Runs the command in an environment without an account. */
function prove(...args: readonly string[]): Promise<{ readonly code: number | null; readonly err: string }> {
  const command = ["--disable-warning=ExperimentalWarning", "bin/herald.ts", "prove", ...args];
  const env = { PATH: process.env.PATH, AWS_EC2_METADATA_DISABLED: "true", HOME: "/nonexistent" };
  return new Promise((done) => {
    const child = execFile(process.execPath, command, { cwd: ROOT, env, timeout: RUN_MS }, (_error, _out, err) =>
      done({ code: child.exitCode, err }),
    );
  });
}

describe("herald prove", () => {
  it.each([
    [[], "it needs AWS credentials, and a region in AWS_REGION"],
    [["--clean"], "--clean needs --stage NAME"],
    [["--tests", "--smtp", "smtp://a.example.com", "--from", "a@b.co", "--to", "a@b.co"], "--tests does not go with"],
    [["--stage", "prod"], "It must be prove-"],
    [["--stage", "prove-"], "It must be prove-"],
    [["--stage", "prove-eu-2"], "It must be prove- and up to 14 lower-case letters and digits."],
    [["--minutes", "31"], "It must be a whole number, 1 to 30."],
  ])("refuses %j as a mistake of usage", async (args, message) => {
    const { code, err } = await prove(...args);
    expect(err).toContain(message);
    expect(code).toBe(2);
  });
});
