import { Command } from "@commander-js/extra-typings";
import type { BothModes } from "../../ops/erase-owner/port.ts";
import { ask } from "../command-line/ask.ts";
import { atStack, stackOptions } from "../command-line/operator-environment.ts";
import { jsonOption, print, printJson } from "../command-line/output.ts";
import { readOwner } from "../command-line/owner-value.ts";

export const command = stackOptions(new Command())
  .description(
    "Erase everything that is kept of an owner, in live and in test mode, for good; --dry-run counts it only.",
  )
  .requiredOption("--owner <sub>", "whose", readOwner)
  .option("--dry-run", "count what is kept, and erase nothing")
  .option("--yes", "do it without a question")
  .addOption(jsonOption())
  .action(async ({ owner, dryRun = false, yes = false, json = false, ...choice }) => {
    await atStack(choice, open, async ({ eraser, survey }) => {
      const kept = await survey.count(owner);
      if (dryRun)
        return json
          ? printJson({ owner, kept: kept.live, kept_in_test_mode: kept.test })
          : print(shownCounts(`of ${owner} is kept`, kept));
      const text = `${shownCounts(`of ${owner} is kept`, kept)}\nAll of it is erased, for good.`;
      await ask({ text, agreed: owner, isAgreed: yes });
      const erased = await eraser.erase(owner);
      const at = new Date().toISOString();
      if (json) printJson({ owner, at, erased: erased.live, erased_in_test_mode: erased.test });
      else print(`${shownCounts(`of ${owner} was erased`, erased)}\nat ${at}: keep this receipt`);
    });
  });

const shownCounts = (title: string, { live, test }: BothModes<object>): string =>
  [`${title}:`, ...lines(live), `${title} in test mode:`, ...lines(test)].join("\n");

const lines = (counts: object): string[] =>
  Object.entries(counts).map(([name, count]) => `  ${String(count).padStart(7)}  ${spelledOut(name)}`);

/** Turns `configItems` into `config items`. */
const spelledOut = (name: string): string => name.replace(/[A-Z]/g, (character) => ` ${character.toLowerCase()}`);

async function open() {
  const { operationServices, ownerSurvey } = await import("../../ops/erase-owner/wiring.ts");
  return { eraser: operationServices().eraser, survey: ownerSurvey() };
}
