import { Command } from "@commander-js/extra-typings";
import { ask } from "../command-line/ask.ts";
import { atStack, stackOptions } from "../command-line/operator-environment.ts";
import { jsonOption, print, printJson, say } from "../command-line/output.ts";

const list = stackOptions(new Command("list"))
  .description("List the deliveries that were given up.")
  .addOption(jsonOption())
  .action(async ({ json = false, ...choice }) => {
    await atStack(choice, open, async ({ services, most }) => {
      const deadLetters = await services.deadLetters.list(most);
      const lines = deadLetters.map(({ at, owner, id }) => ({ at, owner, id }));
      if (json) printJson({ dead_letters: lines });
      else for (const { at, owner, id } of lines) print(`${at}  ${id}  ${owner}`);
      // The message goes to the error output, so that a program which reads lines gets none.
      if (lines.length === 0 && !json) say("no dead letters");
    });
  });

const redrive = stackOptions(new Command("redrive"))
  .description("Put given-up deliveries back; --dry-run counts them only.")
  .option("--dry-run", "count them, and do nothing")
  .option("--yes", "do it without a question")
  .addOption(jsonOption())
  .action(async ({ json = false, dryRun = false, yes = false, ...choice }) => {
    await atStack(choice, open, async (opened) => {
      const { length: found } = await opened.services.deadLetters.list(opened.most);
      if (dryRun) return tell(json, { found }, `${found} dead letters would be put back`);
      const text = `${found} deliveries that were given up are tried again: recipients may get mail.`;
      if (found > 0) await ask({ text, agreed: "yes", isAgreed: yes });
      const done = await opened.redriveDeadLetters(opened.services);
      tell(json, done, `${done.redriven} put back, ${done.skipped} skipped`);
    });
  });

const tell = (json: boolean, value: object, text: string): void => (json ? printJson(value) : print(text));

async function open() {
  const { operationServices } = await import("../../ops/erase-owner/wiring.ts");
  const { MAX_DEAD_LETTERS: most, redriveDeadLetters } = await import(
    "../../shared/notifications/sweep/redrive-dead-letters.ts"
  );
  return { services: operationServices(), most, redriveDeadLetters };
}

export const command = new Command()
  .description("List deliveries that were given up, or put them back.")
  .addCommand(list)
  .addCommand(redrive);
