import { randomUUID } from "node:crypto";
import { smoke } from "../ops/smoke/smoke.ts";
import { customerWrites, ownerReplies, ownerWritesFirst } from "./customer.ts";
import { walkFile, walkRefusal } from "./mail-walk.ts";
import { signIn } from "./owners.ts";
import { blockedEndpoints } from "./panel-sign-in.ts";
import type { Rehearsal } from "./rehearsal.ts";
import { walkTestMode } from "./test-mode-walk.ts";

const WITHIN_MS = 90_000;

/**
 * Performs the short run: a customer writes and gets a reply, another gets a template, mails carry a file, test
 * mode moves its clock, the smoke test runs, and each schedule runs once.
 */
export async function walk(rehearsal: Rehearsal, say: (line: string) => void): Promise<void> {
  const { baseUrl, simulatorUrl, owners } = rehearsal;
  const key = owners.demo.api_key;
  const customer = { baseUrl, simulatorUrl, key, phone: "+15551230003" };
  const conversation = await customerWrites(customer);
  say("ok  a customer has written");
  await ownerReplies(customer, conversation);
  say("ok  the owner has replied");
  const accessToken = await signIn(rehearsal.authUrl, "demo");
  await ownerWritesFirst(customer, accessToken, "+15551230004");
  say("ok  the owner has written to somebody new");
  await walkFile(rehearsal, key);
  say("ok  two mails have carried an uploaded file");
  await walkRefusal(rehearsal, key, accessToken);
  say("ok  a recipient that was refused permanently is suppressed");
  await walkTestMode(rehearsal, accessToken);
  say("ok  a mail of test mode has been read in the sandbox");
  const target = { url: baseUrl, key, to: "smoke@example.test", conversation, withinMs: WITHIN_MS };
  await smoke(target, { ask: fetch, say, now: Date.now, mark: randomUUID() });
  const blocked = await blockedEndpoints(rehearsal);
  if (blocked.length > 0) throw new Error(`the panel's policy keeps a browser from asking ${blocked.join(", ")}`);
  say("ok  the panel may ask its identity provider");
  await rehearsal.runSchedules();
  say("ok  every schedule has run");
}
