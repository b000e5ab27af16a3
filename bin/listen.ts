import { randomBytes } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { parseArgs } from "node:util";
import type { HeraldEvent } from "../client/src/herald.ts";
import { runCommand, UsageError } from "../lib/command-line.ts";
import { eventLine } from "../ops/listen/event-line.ts";
import { forward, type Receiver } from "../ops/listen/forward.ts";
import { listen } from "../ops/listen/listen.ts";
import { localTarget, type Target } from "../ops/listen/target.ts";
import { WEBHOOK_SECRET_BYTES, webhookSecret } from "../shared/webhooks/domain/webhook-secret.ts";

// Prints an owner's events as they come, and passes them on to a program on this machine as a webhook would: docs/webhooks.md.

const USAGE = `usage: npm run listen -- [--types A,B] [--json] [--forward URL [--secret WHSEC]] [--data-dir DIR | --url BASE_URL [--key API_KEY]]
       events go to the output, all else to the error output; without --url the local stack's demo owner is listened to`;

const text = { type: "string" } as const;
const OPTIONS = {
  ...{ types: text, forward: text, secret: text, "data-dir": text, url: text, key: text },
  json: { type: "boolean", default: false },
} as const;
const SECRET = /^whsec_(?:[A-Za-z0-9+/]{4})+(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

type Values = ReturnType<typeof parsed>["values"];
const parsed = (args: string[]) => parseArgs({ args, options: OPTIONS });

function webAddress(given: string, option: string): string {
  const url = URL.parse(given);
  const isWeb = url !== null && /^https?:$/.test(url.protocol) && url.username === "" && url.password === "";
  if (!isWeb) throw new UsageError(`--${option} must be an address, http or https`);
  return given;
}

function targetOf({ url, key, "data-dir": dataDir }: Values): () => Target {
  if (url === undefined) {
    if (key !== undefined) throw new UsageError("--key goes with --url");
    const folder = dataDir ?? process.env.HERALD_DATA_DIR ?? ".herald";
    return () => localTarget(folder);
  }
  if (dataDir !== undefined) throw new UsageError("say --url or --data-dir");
  const apiKey = key ?? process.env.HERALD_API_KEY ?? "";
  if (apiKey === "") throw new UsageError("--key, or HERALD_API_KEY in the environment, must be an API key");
  const target = { baseUrl: webAddress(url, "url"), apiKey };
  return () => target;
}

function receiverOf({ forward: url, secret }: Values): Receiver | undefined {
  if (url === undefined) {
    if (secret !== undefined) throw new UsageError("--secret goes with --forward");
    return undefined;
  }
  if (secret !== undefined && !SECRET.test(secret)) throw new UsageError("--secret must be whsec_ and base64");
  return { url: webAddress(url, "forward"), secret: secret ?? webhookSecret(randomBytes(WEBHOOK_SECRET_BYTES)) };
}

/** A second interrupt ends it at once, whatever it waits for. */
function interrupted(): AbortSignal {
  const controller = new AbortController();
  // As when its lines go into a program that has read enough.
  process.stdout.on("error", () => controller.abort());
  for (const name of ["SIGINT", "SIGTERM"] as const) process.once(name, () => controller.abort());
  return controller.signal;
}

const say = (line: string): void => console.error(line);

await runCommand(USAGE, async (args) => {
  const { values } = parsed(args);
  const [target, receiver, signal] = [targetOf(values), receiverOf(values), interrupted()];
  target();
  if (receiver !== undefined) say(`passing events on to ${receiver.url}, signed with ${receiver.secret}`);
  const hear = async (event: HeraldEvent) => {
    console.log(values.json ? JSON.stringify(event) : eventLine(event));
    if (receiver === undefined) return;
    say(`  ${event.id} -> ${await forward(event, receiver, { ask: fetch, now: Date.now }, signal)}`);
  };
  // An interrupt ends the pause early: the listening looks at the signal by itself.
  const pause = (ms: number) => setTimeout(ms, undefined, { signal }).catch(() => undefined);
  await listen({ target, types: values.types, signal }, { hear, say, pause, ask: fetch });
});
