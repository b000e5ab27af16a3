import { randomUUID } from "node:crypto";
import { smoke } from "../ops/smoke/smoke.ts";
import { customerWrites } from "./customer.ts";
import type { Rehearsal } from "./rehearsal.ts";

const WITHIN_MS = 90_000;

/** The short run: a customer writes in, the smoke test goes through every door, and each schedule runs once. */
export async function walk(rehearsal: Rehearsal, say: (line: string) => void): Promise<void> {
  const { baseUrl, simulatorUrl, owners } = rehearsal;
  const key = owners.demo.api_key;
  const conversation = await customerWrites({ baseUrl, simulatorUrl, key, phone: "+15551230003" });
  say("ok  a customer has written");
  const target = { url: baseUrl, key, to: "smoke@example.test", conversation, withinMs: WITHIN_MS };
  await smoke(target, { ask: fetch, say, now: Date.now, mark: randomUUID() });
  await rehearsal.runSchedules();
  say("ok  every schedule has run");
}
