import { parseArgs } from "node:util";
import { runCommand, UsageError } from "../lib/command-line.ts";
import { operationServices } from "../ops/erase-owner/wiring.ts";
import { ownerSub } from "../shared/kernel/owner.ts";
import { atStack, STACK_OPTIONS } from "./operator-environment.ts";

const USAGE = "usage: npm run erase-owner -- --owner SUB --yes   [--data-dir DIR | --environment FILE | --stage NAME]";
const OPTIONS = { ...STACK_OPTIONS, owner: { type: "string" }, yes: { type: "boolean" } } as const;

await runCommand(USAGE, (args) => {
  const { values } = parseArgs({ args, options: OPTIONS });
  const { yes = false } = values;
  const { data: owner } = ownerSub.safeParse(values.owner);
  if (owner === undefined) throw new UsageError("--owner must name the owner");
  if (!yes)
    throw new UsageError(
      `this erases everything that is kept of the owner ${JSON.stringify(owner)}, for good: say --yes to do it; nothing was erased`,
    );
  return atStack(values, operationServices, async ({ eraser }) => {
    const erased = await eraser.erase(owner);
    console.log(JSON.stringify({ owner, at: new Date().toISOString(), erased }));
  });
});
