import { Command, type CommandUnknownOpts, Option } from "@commander-js/extra-typings";
import type { NotificationPage } from "../../client/src/herald.ts";
import { CHANNELS } from "../../shared/channels/domain/channel-names.ts";
import { STATUSES } from "../../shared/notifications/domain/notification.ts";
import { notificationLine, notificationText } from "../command-line/notification-lines.ts";
import { jsonOption, print, printJson, say } from "../command-line/output.ts";
import { atTarget, keyOption, testOption, urlOption } from "../command-line/target.ts";
import { tellEnd, untilSettled, waitOption } from "../command-line/until-settled.ts";
import { dataDirOption, moment, pair, wholeNumber } from "../command-line/values.ts";

const LISTED = 25;
const MOST_LISTED = 1000;
const MOST_ON_A_PAGE = 100;

const herald = async () => (await import("../../client/src/herald.ts")).Herald;

const list = new Command("list")
  .description("List notifications, the newest first.")
  .addOption(new Option("--status <status>", "only these").choices(STATUSES))
  .addOption(new Option("--channel <channel>", "only those of this channel").choices(CHANNELS))
  .option("--recipient <address>", "only those to this recipient")
  .option("--metadata <name=value>", "only those with this pair; may be given several times", pair)
  .option("--since <time>", "only those accepted at this time or later", moment)
  .option("--until <time>", "only those accepted before this time", moment)
  .option("--limit <n>", "at most so many", wholeNumber(1, MOST_LISTED), LISTED)
  .addOption(urlOption())
  .addOption(keyOption())
  .addOption(testOption())
  .addOption(dataDirOption())
  .addOption(jsonOption())
  .action(async ({ url, key, test, dataDir, json = false, limit, metadata = {}, ...filters }) => {
    const Herald = await herald();
    const pairs = Object.fromEntries(Object.entries(metadata).map(([name, value]) => [`metadata.${name}`, value]));
    const query = { ...filters, ...pairs, limit: Math.min(limit, MOST_ON_A_PAGE) };
    const found: NotificationPage["notifications"] = [];
    await atTarget({ url, key, test, dataDir }, async (target) => {
      for await (const one of new Herald(target).notifications.list(query)) {
        found.push(one);
        if (found.length === limit) break;
      }
    });
    if (json) printJson({ notifications: found });
    else for (const one of found) print(notificationLine(one));
    // The message goes to the error output, so that a program which reads lines gets none.
    if (found.length === 0 && !json) say("no notifications");
  });

const get = new Command("get")
  .description("Show one notification: what was sent, what happened, and why it is as it is.")
  .argument("<id>", "of the notification")
  .addOption(urlOption())
  .addOption(keyOption())
  .addOption(testOption())
  .addOption(dataDirOption())
  .addOption(jsonOption())
  .action(async (id, { json = false, ...given }) => {
    const Herald = await herald();
    await atTarget(given, async (target) => {
      const { notifications } = new Herald(target);
      const one = await notifications.get(id, { expand: "request" });
      const told = await notifications.timeline(id);
      if (json) printJson({ ...one, ...told });
      else print(notificationText(one, told));
    });
  });

const resend = new Command("resend")
  .description("Send an ended notification again, as a new one, and say what became of it.")
  .argument("<id>", "of the notification that is sent again")
  .addOption(waitOption())
  .addOption(urlOption())
  .addOption(keyOption())
  .addOption(testOption())
  .addOption(dataDirOption())
  .addOption(jsonOption())
  .action(async (id, { json = false, wait, ...given }) => {
    const Herald = await herald();
    const end = await atTarget(given, async (target) => {
      const client = new Herald(target);
      const again = await client.notifications.resend(id);
      return wait === 0 ? again : untilSettled(client, again.id, wait * 1000);
    });
    tellEnd(end, { json });
  });

export const command: CommandUnknownOpts = new Command()
  .description("List notifications, show one, or send one again.")
  .addCommand(list)
  .addCommand(get)
  .addCommand(resend);
