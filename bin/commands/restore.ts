import { Command, InvalidArgumentError } from "@commander-js/extra-typings";
import * as z from "zod";
import { UsageError } from "../../lib/command-line.ts";
import { DURABLE_TABLES, type DurableTable } from "../../ops/restore/item.ts";
import { wholeSecond } from "../../ops/restore/moment.ts";
import type { RestoredTable, RestoreRequest } from "../../ops/restore/restore.ts";
import type { Owner } from "../../shared/kernel/owner.ts";
import { ask } from "../command-line/ask.ts";
import { atStack, stackOptions } from "../command-line/operator-environment.ts";
import { jsonOption, print, printJson, say } from "../command-line/output.ts";
import { readOwner } from "../command-line/owner-value.ts";
import { wholeNumber } from "../command-line/values.ts";

const LONGEST_WAIT_MINUTES = 240;
const moment = z.iso.datetime({ offset: true });
const isTable = z.enum(DURABLE_TABLES);

function readMoment(given: string): Date {
  const { data } = moment.safeParse(given);
  if (data === undefined)
    throw new InvalidArgumentError("It must be a moment with its zone, such as 2026-11-22T21:10:00Z.");
  const at = wholeSecond(new Date(data));
  if (at.getTime() > Date.now()) throw new InvalidArgumentError("It lies in the future.");
  return at;
}

function readTable(given: string, before: readonly DurableTable[] = []): readonly DurableTable[] {
  const { data } = isTable.safeParse(given);
  if (data === undefined) throw new InvalidArgumentError(`It must be one of ${DURABLE_TABLES.join(", ")}.`);
  return [...before, data];
}

const readOwners = (given: string, before: readonly Owner[] = []): readonly Owner[] => [...before, readOwner(given)];

export const command = stackOptions(new Command())
  .description(
    "Restore tables beside the living ones, and copy back what is missing: docs/restore.md. Without --apply it changes nothing.",
  )
  .requiredOption("--to <time>", "the moment to go back to", readMoment)
  .option("--table <name>", "of these only; may be given several times", readTable)
  .option("--owner <sub>", "of this owner only", readOwner)
  .option("--even-erased", "of an owner who was erased by mistake; goes with --owner")
  .option("--except-owner <sub>", "of all but this one; may be given several times", readOwners)
  .option("--overwrite", "what has changed since, too")
  .option("--resume-deliveries", "deliver what waited then")
  .option("--wait <minutes>", "for the tables beside", wholeNumber(1, 1440), LONGEST_WAIT_MINUTES)
  .option("--apply", "copy back")
  .option("--clean", "remove the tables beside")
  .option("--yes", "copy back or remove without a question")
  .addOption(jsonOption())
  .action(async ({ apply = false, clean = false, yes = false, json = false, ...options }) => {
    if (clean && apply) throw new UsageError("say --apply or --clean");
    if (options.evenErased && options.owner === undefined) throw new UsageError("--even-erased goes with --owner");
    const request = requestOf({ ...options, apply });
    await atStack(options, open, async (opened) => {
      await agreement(request, { clean, yes });
      if (clean) return printJson({ removed: await opened.removeRestored(opened.services, request) });
      await restoreAll(opened, request, json);
    });
  });

/** Asks the operator, unless the run changes nothing. */
async function agreement(
  { to, isApplied }: RestoreRequest,
  { clean, yes }: { readonly clean: boolean; readonly yes: boolean },
): Promise<void> {
  if (clean) return ask({ text: "The tables beside are removed.", agreed: "yes", isAgreed: yes });
  const text = `What is missing since ${to.toISOString()} is copied back.`;
  if (isApplied) await ask({ text, agreed: "yes", isAgreed: yes });
}

async function restoreAll({ services, restore }: Opened, request: RestoreRequest, json: boolean): Promise<void> {
  const restored: RestoredTable[] = [];
  const told = (table: RestoredTable): void => {
    restored.push(table);
    if (!json) print(JSON.stringify(table));
  };
  // Messages go to the error output, so that a program which reads the output gets only figures.
  await restore(services, request, { told, say });
  if (json) printJson({ applied: request.isApplied, tables: restored });
  if (restored.some(({ ofErased }) => ofErased > 0))
    say("ofErased: erase those owners again, unless they have come back since their erasure");
  say(
    request.isApplied
      ? "copied back; when all is well, remove the tables beside: the same command with --clean in the place of --apply"
      : "nothing was changed; to copy back what is missing: the same command with --apply",
  );
}

type Opened = Awaited<ReturnType<typeof open>>;

interface Options {
  readonly to: Date;
  readonly table?: readonly DurableTable[] | undefined;
  readonly owner?: Owner | undefined;
  readonly exceptOwner?: readonly Owner[] | undefined;
  readonly evenErased?: true | undefined;
  readonly overwrite?: true | undefined;
  readonly resumeDeliveries?: true | undefined;
  readonly wait: number;
  readonly apply: boolean;
}

const requestOf = (options: Options): RestoreRequest => ({
  to: options.to,
  tables: options.table ?? [...DURABLE_TABLES],
  only: options.owner,
  except: options.exceptOwner ?? [],
  takesErased: options.evenErased ?? false,
  overwrites: options.overwrite ?? false,
  resumesDeliveries: options.resumeDeliveries ?? false,
  isApplied: options.apply,
  longestMs: options.wait * 60_000,
});

async function open() {
  const { restoreServices } = await import("../../ops/restore/wiring.ts");
  const { removeRestored, restore } = await import("../../ops/restore/restore.ts");
  return { services: restoreServices(), restore, removeRestored };
}
