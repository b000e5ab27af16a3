import { MAX_LETTERS, redriveDeadLetters } from "../shared/use-cases/notifications/redrive-dead-letters.ts";
import { operationServices } from "../shared/wiring/operations.ts";
import { takeOperatorEnvironment } from "./operator-environment.ts";

// npm run dead-letters -- list | redrive   [--data-dir DIR | --environment FILE]
const { positionals } = takeOperatorEnvironment(process.argv.slice(2));
const services = operationServices();
const [command] = positionals;
if (command === "list") {
  for (const { at, owner, id } of await services.deadLetters.list(MAX_LETTERS))
    console.log(JSON.stringify({ at, owner, id }));
} else if (command === "redrive") {
  console.log(JSON.stringify(await redriveDeadLetters(services)));
} else {
  console.error("usage: npm run dead-letters -- list | redrive   [--data-dir DIR | --environment FILE]");
  process.exitCode = 2;
}
