import { parseArgs } from "node:util";
import { runCommand, UsageError } from "../lib/command-line.ts";
import { billOf } from "../ops/cost/bill.ts";
import { PRICES_READ_ON } from "../ops/cost/prices.ts";
import type { Month } from "../ops/cost/usage.ts";

const USAGE = "usage: npm run cost -- --emails N --chats N --uploads N   (a month; each is 0 when left out)";

function count(name: string, text: string | undefined): number {
  const value = Number(text ?? "0");
  if (!Number.isSafeInteger(value) || value < 0) throw new UsageError(`--${name} must be a whole number, 0 or more`);
  return value;
}

function readMonth(args: string[]): Month {
  const option = { type: "string" } as const;
  const { values } = parseArgs({
    args,
    options: { emails: option, chats: option, uploads: option },
    allowPositionals: false,
  });
  return {
    emails: count("emails", values.emails),
    chats: count("chats", values.chats),
    uploads: count("uploads", values.uploads),
  };
}

const money = (dollars: number): string => `$${dollars.toFixed(2)}`.padStart(12);

function print(month: Month): void {
  const { lines, dollars } = billOf(month);
  for (const { service, dollars: cost, share, mostly } of lines)
    console.log(
      `${service.padEnd(20)}${money(cost)}${`${(share * 100).toFixed(1)} %`.padStart(9)}   mostly ${spelledOut(mostly)}`,
    );
  console.log(`${"a month".padEnd(20)}${money(dollars)}`);
  const [first] = lines;
  if (first) console.log(`\n${first.service} dominates: ${spelledOut(first.mostly)}.`);
  console.log(
    `List prices of us-east-1 read on ${PRICES_READ_ON}, without free tiers and without the chat platform's own fees.`,
  );
}

/** `tableWriteUnits` -> `table write units`. */
const spelledOut = (unit: string): string => unit.replace(/[A-Z]/g, (character) => ` ${character.toLowerCase()}`);

await runCommand(USAGE, (args) => print(readMonth(args)));
