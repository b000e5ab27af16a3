import { randomBytes } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { Command, InvalidArgumentError } from "@commander-js/extra-typings";
import { UsageError } from "../../lib/command-line.ts";
import type { Receiver } from "../../ops/listen/forward.ts";
import { interrupted } from "../command-line/interrupt.ts";
import { jsonOption, print, say } from "../command-line/output.ts";
import { apiTarget, keyOption, testOption, urlOption } from "../command-line/target.ts";
import { dataDirOption, webAddress } from "../command-line/values.ts";

const SECRET = /^whsec_(?:[A-Za-z0-9+/]{4})+(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

function webhookSecretIn(given: string): string {
  if (!SECRET.test(given)) throw new InvalidArgumentError("It must be whsec_ and base64.");
  return given;
}

export const command = new Command()
  .description(
    "Print an owner's events as they happen, and pass them on to a program of yours as its webhook would get them.",
  )
  .addHelpText("after", "\nEvents go to the output, all else to the error output: docs/webhooks.md.")
  .option("--types <a,b>", "events of these types only")
  .option("--forward <url>", "post each event there, signed", webAddress)
  .option("--secret <whsec>", "to sign with (default: a new one, which is shown)", webhookSecretIn)
  .addOption(urlOption())
  .addOption(keyOption())
  .addOption(testOption())
  .addOption(dataDirOption())
  .addOption(jsonOption())
  .action(async ({ types, forward: url, secret, json = false, ...given }) => {
    if (secret !== undefined && url === undefined) throw new UsageError("--secret goes with --forward");
    const { listen } = await import("../../ops/listen/listen.ts");
    const { eventLine } = await import("../../ops/listen/event-line.ts");
    const { forward } = await import("../../ops/listen/forward.ts");
    const receiver = url === undefined ? undefined : await receiverAt(url, secret);
    const signal = AbortSignal.any([interrupted(), closedOutput()]);
    // The target is read again after every failure, because a restarted stack may have another port and key.
    const target = () => apiTarget(given);
    target();
    if (receiver !== undefined) say(`passing events on to ${receiver.url}, signed with ${receiver.secret}`);
    const hear = async (event: Parameters<typeof eventLine>[0]) => {
      print(json ? JSON.stringify(event) : eventLine(event));
      if (receiver === undefined) return;
      say(`  ${event.id} -> ${await forward(event, receiver, { ask: fetch, now: Date.now }, signal)}`);
    };
    // An interrupt only ends the pause early; `listen` checks the signal itself.
    const pause = (ms: number) => setTimeout(ms, undefined, { signal }).catch(() => undefined);
    await listen({ target, types, signal }, { hear, say, pause, ask: fetch });
  });

async function receiverAt(url: string, secret: string | undefined): Promise<Receiver> {
  const { WEBHOOK_SECRET_BYTES, webhookSecret } = await import("../../shared/webhooks/domain/webhook-secret.ts");
  return { url, secret: secret ?? webhookSecret(randomBytes(WEBHOOK_SECRET_BYTES)) };
}

/** Returns a signal that aborts when the program that reads the output has closed it. */
function closedOutput(): AbortSignal {
  const controller = new AbortController();
  process.stdout.on("error", () => controller.abort());
  return controller.signal;
}
