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

async function isSent(rehearsal: Rehearsal, key: string, id: string): Promise<void> {
  const endsAt = Date.now() + WITHIN_MS;
  for (;;) {
    const { status, last_error: cause } = notification.parse(await call(rehearsal, `/api/v1/notifications/${id}`, key));
    if (status === "sent") return;
    if (status === "failed" || Date.now() > endsAt) throw new Error(`a mail with a file is ${status}: ${cause ?? ""}`);
    await pause(POLL_MS);
  }
}
