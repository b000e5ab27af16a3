import { execFile } from "node:child_process";
import { resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { LocalStack } from "../support/local-stack.ts";
import { personsEnvironment } from "../support/persons-environment.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const TIMEOUT_MS = 60_000;

interface Run {
  readonly code: number | null;
  readonly out: string;
}

/**
 * Runs a command as an operator does, without this machine's credentials and without a search for them in its network.
 */
function run(script: string, ...args: string[]): Promise<Run> {
  const env = {
    ...personsEnvironment(),
    AWS_EC2_METADATA_DISABLED: "true",
    AWS_CONFIG_FILE: "/dev/null",
    AWS_SHARED_CREDENTIALS_FILE: "/dev/null",
  };
  const command = ["--disable-warning=ExperimentalWarning", "bin/herald.ts", script, ...args];
  return new Promise((done) => {
    const child = execFile(process.execPath, command, { cwd: ROOT, env, timeout: TIMEOUT_MS }, (_error, out, err) =>
      done({ code: child.exitCode, out: `${out}${err}` }),
    );
  });
}

describe("the operator's commands", () => {
  let stack: LocalStack;
  beforeAll(async () => {
    stack = await LocalStack.shared();
  });
  afterAll(() => stack.close());

  it("doctor finds nothing wrong with a local stack that runs", async () => {
    const { code, out } = await run("doctor", "--local", "--data-dir", stack.dataDir);
    expect(out).not.toContain("FAILED");
    const looked = ["API is ready", "identity provider", "SMTP", "chat simulator", "sealing key"];
    for (const name of [...looked, "media signing key", "business account"])
      expect(out).toMatch(new RegExp(`^ok +${name} `, "m"));
    expect(code).toBe(0);
  });

  it("doctor says what to do where no stack runs, and fails", async () => {
    const { code, out } = await run("doctor", "--local", "--data-dir", "/nonexistent");
    expect(out).toContain("-> start it with npm start");
    expect(code).toBe(1);
  });

  it("doctor looks at a stage without an account, and says that credentials are missing", async () => {
    const { code, out } = await run("doctor", "--stage", "dev");
    expect(out).toContain("AWS credentials are missing");
    expect(out).toContain("-> aws configure sso");
    expect(out).toMatch(/^skipped +SMTP +no mail server was named$/m);
    expect(out).not.toContain(" at ");
    expect(code).toBe(1);
  });

  it("doctor asks for a mail server's port", async () => {
    const { code, out } = await run("doctor", "--stage", "dev", "--smtp", "mail.example.com");
    expect(out).toContain("It must be HOST:PORT");
    expect(code).toBe(2);
  });

  it("smoke sends a first email through the stack and follows it", async () => {
    const to = "smoke@example.test";
    const { base_url: url, demo } = stack.file;
    const before = await stack.mails(to);
    const { code, out } = await run("smoke", "--url", url, "--key", demo.api_key);
    expect(out).toMatch(/^ok {2}delivers .*sent/m);
    expect(out).toContain("all well");
    expect(code).toBe(0);
    const [mail, ...older] = await stack.mails(to);
    expect(mail?.subject).toContain("Herald smoke test");
    expect(older).toEqual(before);
  });

  it("smoke names the step that failed, and fails", async () => {
    const { code, out } = await run("smoke", "--url", stack.file.base_url, "--key", "wrong");
    expect(out).toContain("FAILED  accepts an email: answered 401");
    expect(code).toBe(1);
  });

  it("smoke asks for what it needs", async () => {
    const { code, out } = await run("smoke", "--url", "https://herald.example.com", "--key", "k");
    expect(out).toContain("--to must say who gets the mail");
    expect(code).toBe(2);
  });
});
