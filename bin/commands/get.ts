import { text } from "node:stream/consumers";
import { Command } from "@commander-js/extra-typings";
import { UsageError } from "../../lib/command-line.ts";
import { fieldOf } from "../../ops/shell/field-of.ts";
import { jsonOption, print, printJson } from "../command-line/output.ts";

export const command = new Command()
  .description("Print one field of the JSON on the input.")
  .argument("<path>", "names with dots between them, such as id or results.0.notification.id")
  .addHelpText("after", "\nFor example:  ID=$(curl … | npx herald get id)")
  .addOption(jsonOption())
  .action(async (path, { json = false }) => {
    if (process.stdin.isTTY) throw new UsageError("give it JSON on its input");
    const found = fieldOf(read(await text(process.stdin)), path);
    if (found === undefined) throw new Error(`there is no ${path} in it`);
    if (json || typeof found !== "string") printJson(found);
    else print(found);
  });

function read(given: string): unknown {
  try {
    return JSON.parse(given);
  } catch {
    throw new Error(`the input is not JSON: ${JSON.stringify(given.slice(0, 200))}`);
  }
}
