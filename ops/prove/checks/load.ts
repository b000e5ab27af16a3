import { setTimeout as pause } from "node:timers/promises";
import * as z from "zod";
import { inBatches } from "../../../shared/kernel/in-batches.ts";
import { type Api, until } from "../api.ts";
import { openLoop, type Sent } from "../open-loop.ts";
import { percentile } from "../percentile.ts";
import type { Recorder } from "../port.ts";
import { type LoadWaits, needed, type Proving } from "../proving.ts";
import { recordedMail } from "../recorded-mail.ts";
import type { Figure } from "../report.ts";
import type { Outcome } from "../step-log.ts";

/** A mail waits for half a minute before its second attempt, so a few mails may come late. */
const WAITS: LoadWaits = { deliveredMs: 300_000, copiesMs: 10_000 };
const LOOK_MS = 2000;

const accepted = z.looseObject({ id: z.string() });
const state = z.looseObject({ status: z.string() });

interface Mail {
  readonly id: string;
  readonly subject: string;
}

/** Sends mails at a steady rate, and checks that each accepted mail was delivered exactly once. */
export async function carriesLoad(proving: Proving, signal: AbortSignal): Promise<Outcome> {
  const { access, owner, plan, mark, waits = WAITS } = proving;
  const api = needed(proving.api, "address");
  const { key } = needed(owner, "owner");
  const { recipient, recorder, recordsMails } = needed(access, "address");
  const mails: Mail[] = [];
  const fromMs = Date.now();
  const sent = await openLoop(
    plan,
    async (index) => {
      const subject = `load ${mark} ${index}`;
      const json = { recipient, subject, body: "A mail of a proof." };
      const call = { method: "POST", path: "/api/v1/notifications", bearer: key, json } as const;
      const { status, text } = await api({ ...call, idempotencyKey: `load-${mark}-${index}` }, signal);
      if (status !== 202) return `answered ${status}: ${text.slice(0, 200)}`;
      mails.push({ id: accepted.parse(JSON.parse(text)).id, subject });
      return undefined;
    },
    signal,
  );
  const delivered = await deliveries(mails, { api, key, recorder: recordsMails ? recorder : undefined, waits, signal });
  proving.load = { accepted: mails.length, period: { fromMs, toMs: Date.now() } };
  return outcome(sent, mails, { ...delivered, copiesSeconds: waits.copiesMs / 1000 });
}

interface Looking {
  readonly api: Api;
  readonly key: string;
  readonly recorder: Recorder | undefined;
  readonly waits: LoadWaits;
  readonly signal: AbortSignal;
}

/**
 * Counts the arrivals of each mail. Without a recorder, a mail that is `sent` counts once, and copies stay unnoticed.
 */
interface Delivered {
  readonly times: readonly number[];
  readonly seesCopies: boolean;
}

async function deliveries(mails: readonly Mail[], looking: Looking): Promise<Delivered> {
  const {
    recorder,
    waits: { deliveredMs, copiesMs },
    signal,
  } = looking;
  const count = recorder === undefined ? sentByStatus(mails, looking) : arrivalsAt(recorder, mails, signal);
  const endsAt = performance.now() + deliveredMs;
  const complete = async () => {
    const times = await count();
    return times.every((one) => one > 0) || performance.now() > endsAt ? times : undefined;
  };
  const waiting = { everyMs: LOOK_MS, withinMs: 2 * deliveredMs, signal, failure: "no look at the mails" };
  const times = await until(complete, waiting);
  if (recorder === undefined) return { times, seesCopies: false };
  await pause(copiesMs, undefined, { signal });
  return { times: await count(), seesCopies: true };
}

/** Counts the arrivals of each mail at the recorder. */
const arrivalsAt = (recorder: Recorder, mails: readonly Mail[], signal: AbortSignal) => async () => {
  const counts = new Map<string, number>();
  for (const one of await recorder.received(signal)) {
    const subject = recordedMail(one)?.subject;
    if (subject !== undefined) counts.set(subject, (counts.get(subject) ?? 0) + 1);
  }
  return mails.map(({ subject }) => counts.get(subject) ?? 0);
};

/** Reads the status of each mail until it is `sent`. */
function sentByStatus(mails: readonly Mail[], { api, key, signal }: Looking) {
  const sent = new Set<string>();
  return async () => {
    await inBatches(
      mails.filter(({ id }) => !sent.has(id)),
      async ({ id }) => {
        const { status, text } = await api({ method: "GET", path: `/api/v1/notifications/${id}`, bearer: key }, signal);
        if (status === 200 && state.parse(JSON.parse(text)).status === "sent") sent.add(id);
      },
    );
    return mails.map(({ id }) => (sent.has(id) ? 1 : 0));
  };
}

interface Counted extends Delivered {
  /** The check looked for copies for this long. */
  readonly copiesSeconds: number;
}

function outcome(sent: readonly Sent[], mails: readonly Mail[], counted: Counted): Outcome {
  const { times, seesCopies, copiesSeconds } = counted;
  const refused = sent.flatMap(({ refusal }) => refusal ?? []);
  const lost = times.filter((one) => one === 0).length;
  const copies = times.filter((one) => one > 1).length;
  const figures = figuresOf(sent, { refused: refused.length, lost, copies: seesCopies ? copies : undefined });
  const told = figures.map(({ name, measured, unit }) => `${measured} ${unit} ${name}`).join(", ");
  if (refused.length > 0)
    throw new Error(`${refused.length} of ${sent.length} were refused, first: ${refused[0]} (${told})`);
  if (lost > 0 || copies > 0)
    throw new Error(`of ${mails.length} accepted mails ${lost} were lost and ${copies} came twice (${told})`);
  const seen = seesCopies
    ? `every mail came once within ${copiesSeconds} seconds after the last had come`
    : "every mail was sent; whether one came twice, no mail server tells";
  return { seen: `${mails.length} mails: ${seen}`, figures };
}

function figuresOf(
  sent: readonly Sent[],
  { refused, lost, copies }: { readonly refused: number; readonly lost: number; readonly copies: number | undefined },
): readonly Figure[] {
  const ms = sent.map((one) => one.ms);
  const accepting = (name: string, value: number) => ({ name, unit: "ms", measured: Math.round(value) });
  return [
    { name: "of load", unit: "mails", measured: sent.length },
    { name: "refused", unit: "mails", measured: refused },
    { name: "lost", unit: "mails", measured: lost },
    ...(copies === undefined ? [] : [{ name: "delivered twice", unit: "mails", measured: copies }]),
    accepting("until half of them were accepted", percentile(ms, 50)),
    accepting("until 95 % of them were accepted", percentile(ms, 95)),
    accepting("until 99 % of them were accepted", percentile(ms, 99)),
    accepting("until the slowest was accepted", Math.max(0, ...ms)),
  ];
}
