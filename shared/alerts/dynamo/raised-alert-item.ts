import * as z from "zod";
import { type Owner, ownerSub } from "../../kernel/owner.ts";
import { type AlertSubject, HOUR_MS } from "../domain/alert.ts";
import type { OwnersAlert } from "../ports.ts";

/** Alerts that are still to be sent lie in this partition of the Events table, oldest first. */
export const OPEN_ALERTS = "ALERTS#OPEN";
/** An alert that nobody has looked at for a week is forgotten. */
const OPEN_SECONDS = 604_800;

/** The partition of an owner's notes of which subjects were raised when. */
export const raisedPartition = (owner: Owner): string => `ALERTS#O#${owner}`;

/** The note that an alert about a subject was raised; it ends after an hour. */
export const noteOf = ({ owner, subject, atMs }: OwnersAlert) => ({
  pk: raisedPartition(owner),
  sk: `${subject.kind}#${subject.id}`,
  raisedMs: atMs,
  ttl: Math.ceil((atMs + HOUR_MS) / 1000),
});

const TIME_DIGITS = 15;
export const openKey = ({ id, atMs }: Pick<OwnersAlert, "id" | "atMs">) => ({
  pk: OPEN_ALERTS,
  sk: `${String(Math.trunc(atMs)).padStart(TIME_DIGITS, "0")}#${id}`,
});

export const openItemOf = (alert: OwnersAlert) => ({
  ...openKey(alert),
  ...alert,
  ttl: Math.ceil(alert.realAtMs / 1000) + OPEN_SECONDS,
});

const subject = z.object({
  kind: z.enum([
    "sending_account_failing",
    "webhook_disabled",
    "chat_template_rejected",
  ] satisfies AlertSubject["kind"][]),
  id: z.string(),
  name: z.string(),
  cause: z.string().optional(),
});
const openItem = z.object({ id: z.string(), owner: ownerSub, subject, atMs: z.number(), realAtMs: z.number() });

export const fromOpenItem = (item: unknown): OwnersAlert => openItem.parse(item);
