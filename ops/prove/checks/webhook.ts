import { createHmac, timingSafeEqual } from "node:crypto";
import * as z from "zod";
import { asked, nothing, until } from "../api.ts";
import { jsonIn } from "../json-in.ts";
import type { Received, Recorder } from "../port.ts";
import { needed, type Proving } from "../proving.ts";
import type { Outcome } from "../step-log.ts";

const WITHIN_MS = 180_000;
const LOOK_MS = 2000;
const PATH = "/webhook";
const SECRET_PREFIX = "whsec_";

const webhook = z.looseObject({ id: z.string(), secret: z.string() });
const notification = z.looseObject({ id: z.string() });
const event = z.looseObject({ type: z.string(), data: z.looseObject({ id: z.string().optional() }).optional() });

/** Creates a webhook that leads to the recorder, sends a mail, and verifies the signature of the event that arrives. */
export async function postsToWebhook(proving: Proving, signal: AbortSignal): Promise<Outcome> {
  const { recorder, recipient } = needed(proving.access, "address");
  const api = needed(proving.api, "address");
  const { key, token } = needed(proving.owner, "owner");
  const url = `${recorder.url}${PATH}`;
  const json = { url, event_types: ["notification.sent"] };
  const hook = { path: "/api/v1/webhooks", bearer: token };
  const { id, secret } = await asked(api, webhook, { ...hook, method: "POST", json }, signal);
  const mail = { recipient, subject: `webhook ${proving.mark}`, body: "Its event goes to a webhook." };
  const call = { method: "POST", path: "/api/v1/notifications", bearer: key, json: mail } as const;
  const sent = await asked(api, notification, call, signal);
  const startedAt = performance.now();
  const arrival = await arrivalOf(recorder, sent.id, signal);
  const ms = Math.round(performance.now() - startedAt);
  if (!isSigned(arrival, secret)) throw new Error("the event's signature is not that of the webhook's secret");
  await asked(api, nothing, { ...hook, path: `${hook.path}/${id}`, method: "DELETE" }, signal);
  const figures = [
    { name: "from acceptance of the mail until its event was seen at the webhook", unit: "ms", measured: ms },
  ];
  return { seen: "the event of a sent mail arrived with a right signature", figures };
}

async function arrivalOf(recorder: Recorder, id: string, signal: AbortSignal): Promise<Received> {
  const look = async () => (await recorder.received(signal)).find((one) => isEventOf(one, id));
  return until(look, { everyMs: LOOK_MS, withinMs: WITHIN_MS, signal, failure: "no event arrived at the webhook" });
}

function isEventOf({ path, body }: Received, id: string): boolean {
  if (!path.endsWith(PATH)) return false;
  const read = event.safeParse(jsonIn(body));
  return read.data?.type === "notification.sent" && body.includes(id);
}

/** Verifies a signature (Standard Webhooks 1.0.0, "Signature scheme"). */
function isSigned({ headers, body }: Received, secret: string): boolean {
  const key = Buffer.from(secret.replace(SECRET_PREFIX, ""), "base64");
  const signed = `${headers["webhook-id"] ?? ""}.${headers["webhook-timestamp"] ?? ""}.${body}`;
  const expected = Buffer.from(`v1,${createHmac("sha256", key).update(signed).digest("base64")}`);
  return (headers["webhook-signature"] ?? "").split(" ").some((one) => {
    const given = Buffer.from(one);
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}
