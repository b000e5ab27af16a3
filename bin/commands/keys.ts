import { Command, type CommandUnknownOpts, Option } from "@commander-js/extra-typings";
import { KEY_PERMISSIONS } from "../../shared/kernel/key-permissions.ts";
import { atAccount, tokenOption } from "../command-line/account.ts";
import { jsonOption, print, printJson, say } from "../command-line/output.ts";
import { urlOption } from "../command-line/target.ts";
import { collected, dataDirOption, moment, wholeNumber } from "../command-line/values.ts";

const MOST_PER_DAY = 1_000_000;

const create = new Command("create")
  .description("Make an API key. Its text is printed this once.")
  .argument("<name>", "the program that will use it")
  .option("--permission <permission>", `may be repeated: ${KEY_PERMISSIONS.join(", ")}`, collected)
  .option("--recipient <pattern>", "an address, *@domain, a number or +digits*; may be repeated", collected)
  .option("--per-day <n>", "at most so many notifications a day", wholeNumber(1, MOST_PER_DAY))
  .option("--approval", "everything it sends waits for a person")
  .option("--test", "a key of test mode, whose messages go nowhere")
  .addOption(new Option("--expires <time>", "such as 2027-01-31T00:00:00Z").argParser(moment))
  .addOption(urlOption())
  .addOption(tokenOption())
  .addOption(dataDirOption())
  .addOption(jsonOption())
  .action(async (name, { permission, recipient, perDay, approval, test, expires, json = false, ...given }) => {
    const { keyService } = await import("../../ops/keys/key-service.ts");
    const limits = { ...(perDay !== undefined && { per_day: perDay }), ...(recipient && { recipients: recipient }) };
    const wanted = {
      name,
      ...(expires !== undefined && { expires_at: new Date(expires).toISOString() }),
      ...(permission && { permissions: permission }),
      ...(Object.keys(limits).length > 0 && { limits }),
      ...(approval && { approval: "required" as const }),
      ...(test && { mode: "test" as const }),
    };
    const made = await atAccount(given, (account) => keyService(account, fetch).create(wanted));
    if (json) return printJson(made);
    print(String(made.key));
    say(`made key ${made.id}; store its text now, because nobody can show it again`);
  });

const list = new Command("list")
  .description("List the API keys, newest first, with what they may do and what they have used today.")
  .option("--all", "also keys that no longer work")
  .addOption(urlOption())
  .addOption(tokenOption())
  .addOption(dataDirOption())
  .addOption(jsonOption())
  .action(async ({ all = false, json = false, ...given }) => {
    const { keyService } = await import("../../ops/keys/key-service.ts");
    const { keyLine, works } = await import("../../ops/keys/key-line.ts");
    const found = await atAccount(given, (account) => keyService(account, fetch).list());
    const keys = all ? found : found.filter((key) => works(key, Date.now()));
    if (json) printJson({ api_keys: keys });
    else for (const key of keys) print(keyLine(key, Date.now()));
    if (keys.length === 0 && !json) say("no keys");
  });

const revoke = new Command("revoke")
  .description("Revoke an API key. It stops working everywhere within 30 seconds.")
  .argument("<id>", "of the key, as list shows it")
  .addOption(urlOption())
  .addOption(tokenOption())
  .addOption(dataDirOption())
  .addOption(jsonOption())
  .action(async (id, { json = false, ...given }) => {
    const { KeyRefusedError, keyService } = await import("../../ops/keys/key-service.ts");
    await atAccount(given, (account) => keyService(account, fetch).revoke(id)).catch((error: unknown) => {
      const isUnknown = error instanceof KeyRefusedError && error.status === 404;
      throw isUnknown ? new Error(`there is no key ${id}`) : error;
    });
    if (json) printJson({ revoked: id });
    else print(`revoked  ${id}`);
  });

export const command: CommandUnknownOpts = new Command()
  .description("Make, list or revoke API keys, with permissions and limits.")
  .addCommand(create)
  .addCommand(list)
  .addCommand(revoke);
