import { parseArgs } from "node:util";
import { runCommand, UsageError } from "../lib/command-line.ts";
import { operationServices } from "../ops/erase-owner/wiring.ts";
import { MAX_DEAD_LETTERS, redriveDeadLetters } from "../shared/notifications/redrive-dead-letters.ts";
import { atStack, STACK_OPTIONS } from "./operator-environment.ts";

const USAGE = "usage: npm run dead-letters -- list | redrive   [--data-dir DIR | --environment FILE | --stage NAME]";

await runCommand(USAGE, (args) => {
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options: STACK_OPTIONS });
  const [command, ...more] = positionals;
  if (more.length > 0 || !(command === "list" || command === "redrive")) throw new UsageError("say list or redrive");
  return atStack(values, operationServices, async (services) => {
    if (command === "redrive") return console.log(JSON.stringify(await redriveDeadLetters(services)));
    const deadLetters = await services.deadLetters.list(MAX_DEAD_LETTERS);
    for (const { at, owner, id } of deadLetters) console.log(JSON.stringify({ at, owner, id }));
    // Not among the letters: what reads the lines finds none.
    if (deadLetters.length === 0) console.error("no dead letters");
  });
});
