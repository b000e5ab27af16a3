import { randomBytes } from "node:crypto";
import * as z from "zod";
import { ask, call, saveTemplate } from "./calls.ts";
import { LEAVER, signIn } from "./owners.ts";
import type { Rehearsal } from "./rehearsal.ts";

const TEXT_BYTES = 300_000;
const made = z.looseObject({ key: z.string() });
const receipt = z.looseObject({
  erased: z.looseObject({ apiKeys: z.number(), configItems: z.number(), blobs: z.number() }),
});
const accounts = z.array(z.looseObject({ owners: z.array(z.string()) }));

/** Makes an operator erase an owner who has a key, a large template and a share in a chat account of several owners. */
export async function walkErasure(rehearsal: Rehearsal, say: (line: string) => void): Promise<void> {
  const bearer = await signIn(rehearsal.authUrl, LEAVER);
  const { key } = made.parse(await call(rehearsal, "/panel/api/api-keys", bearer, { name: "To be erased" }));
  await saveTemplate(rehearsal, bearer, randomBytes(TEXT_BYTES).toString("base64"));
  if (!(await isIn(rehearsal))) throw new Error(`${LEAVER} has no chat account`);
  const output = await rehearsal.operator.run("erase-owner", "--owner", LEAVER, "--yes", "--json");
  const { erased } = receipt.parse(JSON.parse(output));
  if (erased.apiKeys !== 1 || erased.configItems < 2 || erased.blobs < 1)
    throw new Error(`the erasure found too little: ${output}`);
  if (await isIn(rehearsal)) throw new Error(`${LEAVER} still has a chat account`);
  const { status } = await ask(rehearsal, "/api/v1/notifications/00000000-0000-4000-8000-000000000000", key);
  if (status !== 401) throw new Error(`an erased key is answered ${status}`);
  say("ok  an owner is erased by the operator's command");
}

async function isIn(rehearsal: Rehearsal): Promise<boolean> {
  const admin = await signIn(rehearsal.authUrl, "admin", { role: "admin" });
  const all = accounts.parse(await call(rehearsal, "/admin/api/chat-accounts", admin));
  return all.some(({ owners }) => owners.includes(LEAVER));
}
