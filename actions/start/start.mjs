// Starts Herald and waits until it is ready. In GitHub Actions it is the first half of the action; elsewhere it prints
// variables for a shell:
// eval "$(node actions/start/start.mjs)" … node actions/start/stop.mjs
// With the address of a deployment and a key of test mode it starts nothing, and sets the variables for that deployment.
// It is plain JavaScript without packages, because it runs before anything is installed.
import { spawn } from "node:child_process";
import { appendFileSync, existsSync, mkdtempSync, openSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { lastLines, stop } from "./stack-process.mjs";

const { env } = process;
const REQUEST_MS = 10_000;
const ASKED_EVERY_MS = 250;
/** The token must outlive the longest job. */
const TOKEN_SECONDS = 86_400;

const folder = resolve(env.INPUT_FOLDER || join(dirname(fileURLToPath(import.meta.url)), "../.."));
const waitSeconds = Number(env["INPUT_WAIT-SECONDS"] || 300);
const deployment = (env.INPUT_URL || "").replace(/\/+$/, "");
const deploymentKey = env["INPUT_API-KEY"] || "";
const isDeployment = deployment !== "" || deploymentKey !== "";
const isTestMode = env["INPUT_TEST-MODE"] === "true";
const TEST_KEY = /^hrld_test_[0-9A-Za-z]+$/;

function fail(message) {
  process.stderr.write(`${env.GITHUB_ENV === undefined ? "" : "::error::"}${message}\n`);
  process.exit(1);
}

/** Checks that the deployment answers and knows the key, so that a wrong secret fails here and not in the first test. */
async function useDeployment() {
  if (deployment === "") fail("api-key goes with url, the address of the deployment");
  if (!/^https?:\/\/[^\s]+$/.test(deployment)) fail("url must be an http or https address");
  if (!TEST_KEY.test(deploymentKey)) fail("api-key must be a key of test mode, which begins with hrld_test_");
  if (env.GITHUB_ENV !== undefined) process.stdout.write(`::add-mask::${deploymentKey}\n`);
  const headers = { authorization: `Bearer ${deploymentKey}` };
  const signal = AbortSignal.timeout(REQUEST_MS);
  const answer = await fetch(`${deployment}/api/v1/sandbox/clock`, { headers, signal }).catch((error) =>
    fail(`Herald cannot be reached at ${deployment}: ${error.cause?.message ?? error.message}`),
  );
  if (!answer.ok) fail(`Herald at ${deployment} refuses the key of test mode: HTTP status ${answer.status}`);
  hand({ HERALD_URL: deployment, HERALD_API_KEY: deploymentKey });
  process.exit(0);
}

const dataDir = isDeployment ? "" : mkdtempSync(join(env.RUNNER_TEMP || tmpdir(), "herald-"));
const log = `${dataDir}.log`;

/**
 * Herald listens on free ports, since the job may run other services, and the rate limit is too high for tests to
 * reach. Variables of the job override these settings.
 */
const SETTINGS = {
  ...{
    HERALD_PORT: "0",
    HERALD_AUTH_PORT: "0",
    HERALD_MAILBOX_PORT: "0",
    HERALD_SMTP_PORT: "0",
    HERALD_CHAT_PORT: "0",
  },
  ...{ HERALD_RATE_BURST: "100000", HERALD_RATE_REFILL: "10000", HERALD_CHAT_REVIEW_SECONDS: "0" },
};

/** Herald runs in its own process group, so that npm and everything that it starts can be ended together. */
function start() {
  const output = openSync(log, "a");
  const child = spawn("npm", ["start"], {
    cwd: folder,
    detached: process.platform !== "win32",
    shell: process.platform === "win32",
    stdio: ["ignore", output, output],
    env: { ...SETTINGS, ...env, HERALD_DATA_DIR: dataDir },
  });
  const ended = new Promise((done) => {
    child.once("error", (error) => done(`npm cannot be started: ${error.message}`));
    child.once("exit", (code, signal) => done(`Herald ended with ${code ?? signal} before it was ready`));
  });
  return { child, ended };
}

async function isReady({ base_url: url }) {
  const signal = AbortSignal.timeout(REQUEST_MS);
  const answer = await fetch(`${url}/health/ready`, { signal }).catch(() => undefined);
  return answer?.ok ?? false;
}

async function stackWhenReady(deadline) {
  const file = join(dataDir, "stack.json");
  while (Date.now() < deadline) {
    const stack = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : undefined;
    if (stack !== undefined && (await isReady(stack))) return stack;
    await pause(ASKED_EVERY_MS);
  }
  return `Herald was not ready within ${waitSeconds} seconds`;
}

async function accessToken({ auth_url: url, demo }) {
  const body = JSON.stringify({ sub: demo.sub, expires_in: TOKEN_SECONDS });
  const headers = { "content-type": "application/json" };
  const signal = AbortSignal.timeout(REQUEST_MS);
  const answer = await fetch(`${url}/dev/token`, { method: "POST", headers, body, signal });
  if (!answer.ok) throw new Error(`no access token: HTTP status ${answer.status}`);
  return (await answer.json()).access_token;
}

const variablesOf = async (stack) => ({
  HERALD_URL: stack.base_url,
  HERALD_API_KEY: isTestMode ? stack.demo.test_api_key : stack.demo.api_key,
  HERALD_ACCESS_TOKEN: await accessToken(stack),
  HERALD_AUTH_URL: stack.auth_url,
  ...(!isTestMode && liveVariables(stack)),
});

/** Nothing of test mode arrives in the mailbox and the chat simulator, or uses these accounts. */
const liveVariables = (stack) => ({
  HERALD_MAILBOX_URL: stack.mailbox_url,
  HERALD_CHAT_URL: stack.chat_simulator_url,
  HERALD_SMTP_ACCOUNT_ID: stack.demo.smtp_account_id,
  HERALD_CHAT_ACCOUNT_ID: stack.demo.chat_account_id,
});

/** Appends to one of GitHub's files for commands. All values here have a single line. */
const append = (file, values) =>
  appendFileSync(
    file,
    Object.entries(values)
      .map(([name, value]) => `${name}=${value}\n`)
      .join(""),
  );

function hand(variables, state) {
  if (env.GITHUB_ENV === undefined) {
    const started = state && { STATE_pid: state.pid, STATE_log: state.log, STATE_folder: state.folder };
    const all = { ...variables, ...started };
    process.stdout.write(
      Object.entries(all)
        .map(([name, value]) => `export ${name}='${value}'\n`)
        .join(""),
    );
    return;
  }
  append(env.GITHUB_ENV, variables);
  const { HERALD_URL: url, HERALD_API_KEY: key, HERALD_MAILBOX_URL: mailbox } = variables;
  append(env.GITHUB_OUTPUT, { url, "api-key": key, ...(mailbox && { "mailbox-url": mailbox }) });
  const mails = mailbox ? `its mailbox at ${mailbox}` : "with a key of test mode";
  process.stdout.write(`Herald is ready at ${url}, ${mails}\n`);
}

if (isDeployment) await useDeployment();
const { child, ended } = start();
const state = { pid: child.pid ?? "", log, folder: dataDir };
// The state of the action is saved before any step can fail, so that a started Herald is always stopped.
if (env.GITHUB_STATE !== undefined) append(env.GITHUB_STATE, state);
const result = await Promise.race([ended, stackWhenReady(Date.now() + waitSeconds * 1000)]);
if (typeof result === "string") {
  process.stderr.write(`${lastLines(log)}\n${env.GITHUB_ENV === undefined ? "" : "::error::"}${result}\n`);
  await stop(child.pid);
  process.exit(1);
}
hand(await variablesOf(result), state);
// Herald continues after this process.
child.unref();
process.exit(0);
