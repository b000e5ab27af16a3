import { parseArgs } from "node:util";
import { runCommand } from "../lib/command-line.ts";
import { readLocalSettings } from "../local/local-settings.ts";
import { startLocalStack } from "../local/local-stack.ts";

const USAGE = "usage: npm start   (settings are environment variables, HERALD_PORT and others: docs/local-stack.md)";
/** A stop that hangs is ended all the same: `npm start` promises 5 s. */
const LAST_RESORT_MS = 4800;

function fail(message: string): never {
  console.error(`herald: ${message}`);
  process.exit(1);
}

async function start(): Promise<void> {
  const stack = await startLocalStack(readLocalSettings(process.env), fail);
  let isStopping = false;
  const stop = () => {
    if (isStopping) return;
    isStopping = true;
    setTimeout(() => process.exit(0), LAST_RESORT_MS).unref();
    stack.stop().then(
      () => process.exit(0),
      (error: unknown) => fail(String(error)),
    );
  };
  process.on("SIGINT", stop).on("SIGTERM", stop);
  const { baseUrl, authUrl, mailboxUrl, smtpPort, chatSimulatorUrl, owners } = stack;
  console.log(`ready
  API and panel      ${baseUrl}        reference: ${baseUrl}/docs
  identity provider  ${authUrl}
  mailbox            ${mailboxUrl}        SMTP: 127.0.0.1:${smtpPort}
  chat simulator     ${chatSimulatorUrl}

Send a first email:
  curl -X POST ${baseUrl}/api/v1/notifications -H 'Authorization: Bearer ${owners.demo.api_key}' -H 'Content-Type: application/json' -d '{"recipient":"you@example.test","subject":"Hello","body":"It works."}'
and read it at ${mailboxUrl}`);
}

await runCommand(USAGE, async (args) => {
  parseArgs({ args, options: {} });
  await start().catch((error: unknown) => fail(error instanceof Error ? error.message : String(error)));
});
