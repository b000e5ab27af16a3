import { randomUUID } from "node:crypto";
import * as z from "zod";
import { AlarmDriver } from "./alarms/alarm-driver.ts";
import { call } from "./calls.ts";
import { lackOf } from "./complete-table.ts";
import { signIn } from "./owners.ts";
import { addReceiver, type Receiver } from "./receiver.ts";
import type { Rehearsal } from "./rehearsal.ts";
import { ofType } from "./resources/deployed.ts";

const TABLE = "Notifications";
/** This table has no backups, so it comes back empty. */
const EMPTY = "Ephemeral";
const SENT = "notification.sent";
const WEBHOOKS = "/api/v1/webhooks";
const FEED = `/api/v1/events?types=${SENT}&limit=500`;
const MAX_PAGES = 100;
const CALL_MS = 30_000;
/** A table that is there and complete makes the command say this. */
const COMPLETE = /exists and lacks nothing/;

const saved = z.looseObject({ id: z.string() });
const mails = z.looseObject({ messages: z.array(z.unknown()) });
const feed = z.looseObject({
  events: z.array(z.looseObject({ data: z.looseObject({ id: z.string() }) })),
  next_cursor: z.string(),
});
const shown = z.looseObject({
  did: z.array(z.string()),
  stillReading: z.array(z.string()),
  missing: z.array(z.string()),
});
/** The command takes these steps for a table with items that expire, a stream and backups. */
const STEPS = ["table", "stream", "protection", "recovery", "expiry", "tags", "grant", "mapping", "old mapping"];
const STEPS_WITHOUT_BACKUPS = ["table", "expiry", "tags"];

interface Walking {
  readonly rehearsal: Rehearsal;
  readonly driver: AlarmDriver;
  readonly receiver: Receiver;
  /** This is the table's real name. */
  readonly table: string;
}

/**
 * Deletes the table of notifications, restores it with the operator's command, and uses it: a mail is sent, its event
 * is in the feed, and a webhook brings the event to its receiver. Events from before are not announced again.
 */
export async function walkLostTable(rehearsal: Rehearsal, say: (line: string) => void): Promise<void> {
  const driver = new AlarmDriver(rehearsal);
  const receiver = addReceiver(rehearsal.internet);
  const walking = { rehearsal, driver, receiver, table: nameOf(rehearsal, TABLE) };
  const bearer = await signIn(rehearsal.authUrl, rehearsal.owners.demo.sub);
  const hook = await call(rehearsal, WEBHOOKS, bearer, { url: receiver.url, event_types: [SENT] });
  const before = await sent(walking);
  await driver.untilChangesAreProcessed();
  await lose(walking);
  say(`ok  the table ${TABLE} is lost`);
  await restore(walking, before);
  say("ok  it is restored by the operator's command, with everything around it");
  await walkWithoutBackups(walking);
  await sent(walking);
  ensure(receiver.received(SENT, before) === 1, "an event from before is not announced again");
  await call(rehearsal, `${WEBHOOKS}/${saved.parse(hook).id}`, bearer, undefined, "DELETE");
  say("ok  a mail is sent, its event is in the feed, and a webhook has brought it to its receiver");
}

function nameOf({ deployment }: Rehearsal, table: string): string {
  const found = ofType(deployment, "AWS::DynamoDB::GlobalTable").find((one) => one.logicalId === `${table}Table`);
  if (found === undefined) throw new Error(`the deployment has no table ${table}`);
  return found.ref;
}

/** Deletes the table that has neither protection nor backups. It comes back empty. */
async function walkWithoutBackups({ rehearsal }: Walking): Promise<void> {
  const TableName = nameOf(rehearsal, EMPTY);
  await rehearsal.tables.ask("DeleteTable", { TableName });
  const done = shown.parse(JSON.parse(await rehearsal.operator.run("restore-table", EMPTY, "--yes", "--json")));
  ensure(JSON.stringify(done.did) === JSON.stringify(STEPS_WITHOUT_BACKUPS), `the steps are ${done.did.join(", ")}`);
  const lack = await lackOf(rehearsal, TableName);
  ensure(lack.length === 0, `${EMPTY}: ${lack.join("; ")}`);
}

/** Sends a mail and returns its id when it has arrived, its event is in the feed, and its webhook is delivered. */
async function sent({ rehearsal, driver, receiver }: Walking): Promise<string> {
  const recipient = `${randomUUID()}@example.test`;
  const id = await driver.email(recipient);
  await driver.until("the mail is sent", async () => (await driver.status(id)) === "sent");
  ensure((await mailsTo(rehearsal, recipient)) === 1, "the mail has arrived once");
  await driver.until("the event is in the feed", () => isInFeed(rehearsal, id));
  await driver.until("the webhook has arrived", () => receiver.received(SENT, id) > 0);
  return id;
}

/** Deletes the table as a person with all rights would. The protection must be taken away first. */
async function lose({ rehearsal: { tables }, driver, table: TableName }: Walking): Promise<void> {
  const refusal = await tables.ask("DeleteTable", { TableName }).then(
    () => "nobody",
    (error: unknown) => String(error),
  );
  ensure(refusal.includes("protected against deletion"), `the table is protected, but ${refusal} refused its deletion`);
  await tables.ask("UpdateTable", { TableName, DeletionProtectionEnabled: false });
  await tables.ask("DeleteTable", { TableName });
  await driver.failing("/api/v1/notifications", { bearer: driver.key });
}

async function restore(walking: Walking, before: string): Promise<void> {
  const { rehearsal, driver } = walking;
  const { operator } = rehearsal;
  const dry = shown.parse(JSON.parse(await operator.run("restore-table", TABLE, "--dry-run", "--json")));
  ensure(dry.did.length === 0 && dry.missing[0] === "table", "a dry run says that the table is missing");
  await driver.failing("/api/v1/notifications", { bearer: driver.key });
  const done = shown.parse(JSON.parse(await operator.run("restore-table", TABLE, "--yes", "--json")));
  ensure(JSON.stringify(done.did) === JSON.stringify(STEPS), `the steps are ${done.did.join(", ")}`);
  ensure(done.missing.length + done.stillReading.length === 0, "nothing is missing, and nothing reads the old stream");
  const lack = await lackOf(rehearsal, walking.table);
  ensure(lack.length === 0, lack.join("; "));
  const again = await operator.run("restore-table", TABLE, "--yes").then(() => "", String);
  ensure(COMPLETE.test(again), `a second run finds nothing to do: ${again}`);
  ensure((await driver.status(before)) === "sent", "the mail from before is there");
}

async function isInFeed(rehearsal: Rehearsal, id: string): Promise<boolean> {
  const { api_key: key } = rehearsal.owners.demo;
  let cursor = "";
  for (let pages = 0; pages < MAX_PAGES; pages++) {
    const { events, next_cursor: next } = feed.parse(await call(rehearsal, `${FEED}${cursor}`, key));
    if (events.some(({ data }) => data.id === id)) return true;
    if (events.length === 0) return false;
    cursor = `&cursor=${encodeURIComponent(next)}`;
  }
  throw new Error("the feed does not end");
}

async function mailsTo({ standIns }: Rehearsal, recipient: string): Promise<number> {
  const response = await fetch(`${standIns.mailbox.url}/api/messages?to=${encodeURIComponent(recipient)}`, {
    signal: AbortSignal.timeout(CALL_MS),
  });
  return mails.parse(await response.json()).messages.length;
}

function ensure(isTrue: boolean, what: string): void {
  if (!isTrue) throw new Error(`the restored table is not as it should be: ${what}`);
}
