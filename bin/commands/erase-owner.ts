import { Command, InvalidArgumentError } from "@commander-js/extra-typings";
import { type Owner, ownerSub } from "../../shared/kernel/owner.ts";
import { ask } from "../command-line/ask.ts";
import { atStack, stackOptions } from "../command-line/operator-environment.ts";
import { jsonOption, print, printJson } from "../command-line/output.ts";

function readOwner(given: string): Owner {
  const { data } = ownerSub.safeParse(given);
  if (data === undefined) throw new InvalidArgumentError("It must name an owner.");
  return data;
}

export const command = stackOptions(new Command())
  .description("Erase everything that is kept of an owner, for good; --dry-run counts it only.")
  .requiredOption("--owner <sub>", "whose", readOwner)
  .option("--dry-run", "count what is kept, and erase nothing")
  .option("--yes", "do it without a question")
  .addOption(jsonOption())
  .action(async ({ owner, dryRun = false, yes = false, json = false, ...choice }) => {
    await atStack(choice, open, async ({ eraser, survey }) => {
      const kept = await survey.count(owner);
      if (dryRun) return json ? printJson({ owner, kept }) : print(shownCounts(`of ${owner} is kept`, kept));
      const text = `${shownCounts(`of ${owner} is kept`, kept)}\nAll of it is erased, for good.`;
      await ask({ text, agreed: owner, isAgreed: yes });
      const erased = await eraser.erase(owner);
      if (json) printJson({ owner, at: new Date().toISOString(), erased });
      else print(`${shownCounts(`of ${owner} was erased`, erased)}\nat ${new Date().toISOString()}: keep this receipt`);
    });
  });

const shownCounts = (title: string, counts: object): string =>
  [
    `${title}:`,
    ...Object.entries(counts).map(([name, count]) => `  ${String(count).padStart(7)}  ${spelledOut(name)}`),
  ].join("\n");

/** Turns `configItems` into `config items`. */
const spelledOut = (name: string): string => name.replace(/[A-Z]/g, (character) => ` ${character.toLowerCase()}`);

async function open() {
  const { operationServices, ownerSurvey } = await import("../../ops/erase-owner/wiring.ts");
  return { eraser: operationServices().eraser, survey: ownerSurvey() };
}
