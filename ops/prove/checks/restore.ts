import { setTimeout as pause } from "node:timers/promises";
import * as z from "zod";
import { type Api, asked, nothing } from "../api.ts";
import { needed, type Proving } from "../proving.ts";
import type { Outcome } from "../step-log.ts";

const TEMPLATES = "/api/v1/templates";
const saved = z.looseObject({ id: z.string() });
const template = z.looseObject({ subject: z.string() });

/** Deletes a template and restores it from the backup as `herald restore` does. */
export async function restoresItem(proving: Proving, signal: AbortSignal): Promise<Outcome> {
  const api = needed(proving.api, "address");
  const { sub, token } = needed(proving.owner, "owner");
  const subject = `restored ${proving.mark}`;
  const json = { name: `proof-${proving.mark}`, subject, body: "It comes back.", body_type: "text" };
  const templates = { path: TEMPLATES, bearer: token } as const;
  const { id } = await asked(api, saved, { ...templates, method: "POST", json }, signal);
  const one = { path: `${TEMPLATES}/${id}`, bearer: token } as const;
  const to = await nextSecond(signal);
  await asked(api, nothing, { ...one, method: "DELETE" }, signal);
  await requireGone(api, one, signal);
  const copied = await proving.ground.restore({ to, owner: sub }, signal);
  const found = await asked(api, template, { ...one, method: "GET" }, signal);
  if (found.subject !== subject) throw new Error("the template came back with another subject");
  return { seen: `a deleted template is back, ${copied} items were copied back` };
}

/**
 * Waits until the present second is over and returns the time at which this second began, because a backup's time is a
 * full second.
 */
async function nextSecond(signal: AbortSignal): Promise<Date> {
  const second = Math.floor(Date.now() / 1000);
  await pause((second + 1) * 1000 - Date.now() + 20, undefined, { signal });
  return new Date(second * 1000);
}

async function requireGone(api: Api, one: { readonly path: string; readonly bearer: string }, signal: AbortSignal) {
  const { status } = await api({ ...one, method: "GET" }, signal);
  if (status !== 404) throw new Error(`the deleted template answered ${status} instead of 404`);
}
