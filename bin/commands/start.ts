import { Command } from "@commander-js/extra-typings";
import { jsonOption, print, printJson, say } from "../command-line/output.ts";

/** A stop that hangs is ended after this time, because `npm start` promises to end within 5 s. */
const LAST_RESORT_MS = 4800;

export const command = new Command()
  .description("Start everything on this machine, and stop it with Ctrl-C.")
  .addHelpText("after", "\nSettings are environment variables, HERALD_PORT and others: docs/local-stack.md.")
  .addOption(jsonOption())
  .action(async ({ json = false }) => {
    const { readLocalSettings, unknownSettings } = await import("../../local/local-settings.ts");
    const settings = readSettings(() => readLocalSettings(process.env));
    for (const line of unknownSettings(process.env)) say(line);
    const { startLocalStack } = await import("../../local/local-stack.ts");
    const stack = await startLocalStack(settings, fail).catch(failToStart);
    stopOnSignal(() => stack.stop());
    if (json) printJson({ ...stack, stop: undefined });
    else print(ready(stack));
  });

function readSettings<Settings>(read: () => Settings): Settings {
  try {
    return read();
  } catch (error) {
    return failToStart(error);
  }
}

function fail(message: string): never {
  process.stderr.write(`herald: ${message}\n`);
  process.exit(1);
}

/** Shows only the error's own message; its causes are internal to the engines. */
const failToStart = (error: unknown): never => fail(error instanceof Error ? error.message : String(error));

function stopOnSignal(stop: () => Promise<void>): void {
  let isStopping = false;
  const begin = () => {
    if (isStopping) return;
    isStopping = true;
    setTimeout(() => process.exit(0), LAST_RESORT_MS).unref();
    stop().then(
      () => process.exit(0),
      (error: unknown) => fail(String(error)),
    );
  };
  process.on("SIGINT", begin).on("SIGTERM", begin);
}

interface Started {
  readonly baseUrl: string;
  readonly authUrl: string;
  readonly mailboxUrl: string;
  readonly smtpPort: number;
  readonly chatSimulatorUrl: string;
  readonly owners: { readonly demo: { readonly api_key: string } };
}

const ready = ({ baseUrl, authUrl, mailboxUrl, smtpPort, chatSimulatorUrl, owners }: Started): string => `ready
  API and panel      ${baseUrl}        reference: ${baseUrl}/docs
  identity provider  ${authUrl}
  mailbox            ${mailboxUrl}        SMTP: 127.0.0.1:${smtpPort}
  chat simulator     ${chatSimulatorUrl}

Send a first email:
  curl -X POST ${baseUrl}/api/v1/notifications -H 'Authorization: Bearer ${owners.demo.api_key}' -H 'Content-Type: application/json' -d '{"recipient":"you@example.test","subject":"Hello","body":"It works."}'
and read it at ${mailboxUrl}`;
