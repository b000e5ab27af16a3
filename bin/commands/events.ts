import { Command, type CommandUnknownOpts } from "@commander-js/extra-typings";
import type { Herald } from "../../client/src/herald.ts";
import { UsageError } from "../../lib/command-line.ts";
import { atAccount, tokenOption, tokenTestOption } from "../command-line/account.ts";
import { jsonOption, print, printJson, say } from "../command-line/output.ts";
import { atTarget, keyOption, testOption, urlOption } from "../command-line/target.ts";
import { dataDirOption, moment, wholeNumber } from "../command-line/values.ts";

const LISTED = 50;
const MOST_LISTED = 1000;

const list = new Command("list")
  .description("List the newest events that are kept, the newest last.")
  .addHelpText("after", "\nEvents are kept for 30 days; herald listen prints those to come.")
  .option("--types <a,b>", "events of these types only")
  .option("--since <time>", "only those of this time or later", moment)
  .option("--limit <n>", "at most so many", wholeNumber(1, MOST_LISTED), LISTED)
  .addOption(urlOption())
  .addOption(keyOption())
  .addOption(testOption())
  .addOption(dataDirOption())
  .addOption(jsonOption())
  .action(async ({ types, since, limit, json = false, ...given }) => {
    const { Herald } = await import("../../client/src/herald.ts");
    const { newestEvents } = await import("../../ops/listen/newest-events.ts");
    const { eventLine } = await import("../../ops/listen/event-line.ts");
    const events = await atTarget(given, (target) => newestEvents(new Herald(target), { types, since, limit }));
    if (json) printJson({ events });
    else for (const event of events) print(eventLine(event));
    if (events.length === 0 && !json) say("no events");
  });

const resend = new Command("resend")
  .description("Post an event to a webhook again, at once.")
  .argument("<id>", "of the event, as list shows it: evt_ and a UUID")
  .option("--webhook <id>", "the webhook (default: the owner's only one)")
  .addOption(urlOption())
  .addOption(tokenOption())
  .addOption(tokenTestOption())
  .addOption(dataDirOption())
  .addOption(jsonOption())
  .action(async (id, { webhook, json = false, ...given }) => {
    const { Herald, HeraldError } = await import("../../client/src/herald.ts");
    const sent = await atAccount(given, async (account) => {
      const herald = new Herald(account);
      const to = webhook ?? (await onlyWebhook(herald));
      const { status } = await herald.webhooks.retry(to, id).catch((error: unknown) => {
        const isUnknown = error instanceof HeraldError && error.status === 404;
        throw isUnknown ? new Error(`the webhook ${to} is not there, or has not been sent ${id} before`) : error;
      });
      return { event_id: id, webhook_id: to, status };
    });
    if (json) printJson(sent);
    else print([sent.status, id, sent.webhook_id].join("  "));
  });

async function onlyWebhook(herald: Herald): Promise<string> {
  const [first, ...others] = await herald.webhooks.list();
  if (first === undefined) throw new Error("there is no webhook");
  if (others.length === 0) return first.id;
  const all = [first, ...others].map(({ id, url }) => `${id}  ${url}`).join("\n");
  throw new UsageError(`say --webhook, one of these:\n${all}`);
}

export const command: CommandUnknownOpts = new Command()
  .description("List events, or post one to a webhook again.")
  .addCommand(list)
  .addCommand(resend);
