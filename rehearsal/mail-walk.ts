import { setTimeout as pause } from "node:timers/promises";
import * as z from "zod";
import { call } from "./calls.ts";
import type { Rehearsal } from "./rehearsal.ts";

const FILE_BYTES = 600_000;
const WITHIN_MS = 90_000;
const POLL_MS = 500;
const CALL_MS = 30_000;

const uploaded = z.looseObject({ attachment_id: z.string() });
const notification = z.looseObject({ id: z.string(), status: z.string(), last_error: z.string().optional() });
const suppressed = z.looseObject({ suppressions: z.array(z.looseObject({ id: z.string() })) });

/** Uploads a file and sends two mails with it. The first creates the kept copy, and the second finds it. */
export async function walkFile(rehearsal: Rehearsal, key: string): Promise<void> {
  const form = new FormData();
  form.set("file", new Blob([new Uint8Array(FILE_BYTES)]), "report.bin");
  const response = await fetch(`${rehearsal.baseUrl}/api/v1/attachments`, {
    ...{ method: "POST", body: form, headers: { authorization: `Bearer ${key}` } },
    signal: AbortSignal.timeout(CALL_MS),
  });
  if (response.status !== 201) throw new Error(`an upload is answered ${response.status}: ${await response.text()}`);
  const { attachment_id } = uploaded.parse(await response.json());
  const json = { recipient: "files@example.test", subject: "A file", body: "Here.", attachments: [{ attachment_id }] };
  for (const send of [json, json]) {
    const { id } = notification.parse(await call(rehearsal, "/api/v1/notifications", key, send));
    await isSent(rehearsal, key, id);
  }
}

/** Sends a mail that the server refuses permanently. The worker then suppresses the recipient, which is a right of its own. */
export async function walkRefusal(rehearsal: Rehearsal, key: string, accessToken: string): Promise<void> {
  const recipient = "reject+rehearsal@example.test";
  const json = { recipient, subject: "A refusal", body: "No." };
  const { id } = notification.parse(await call(rehearsal, "/api/v1/notifications", key, json));
  const { status } = await ended(rehearsal, key, id);
  if (status !== "failed") throw new Error(`a mail that the server refuses is ${status}`);
  const path = `/api/v1/suppressions?recipient=${encodeURIComponent(recipient)}`;
  const { suppressions } = suppressed.parse(await call(rehearsal, path, accessToken));
  if (suppressions.length !== 1) throw new Error(`a refused recipient has ${suppressions.length} suppressions`);
}

async function isSent(rehearsal: Rehearsal, key: string, id: string): Promise<void> {
  const { status, last_error: cause } = await ended(rehearsal, key, id);
  if (status !== "sent") throw new Error(`a mail with a file is ${status}: ${cause ?? ""}`);
}

/** Returns the notification once it is sent or failed. */
async function ended(rehearsal: Rehearsal, key: string, id: string): Promise<z.output<typeof notification>> {
  const endsAt = Date.now() + WITHIN_MS;
  for (;;) {
    const found = notification.parse(await call(rehearsal, `/api/v1/notifications/${id}`, key));
    if (found.status === "sent" || found.status === "failed") return found;
    if (Date.now() > endsAt) throw new Error(`a mail is ${found.status} after ${WITHIN_MS / 1000} s`);
    await pause(POLL_MS);
  }
}
