import { parseArgs } from "node:util";
import * as z from "zod";
import { runCommand, UsageError } from "../lib/command-line.ts";
import { DURABLE_TABLES, type DurableTable } from "../ops/restore/item.ts";
import { wholeSecond } from "../ops/restore/moment.ts";
import { type RestoredTable, type RestoreRequest, removeRestored, restore } from "../ops/restore/restore.ts";
import { restoreServices } from "../ops/restore/wiring.ts";
import { type Owner, ownerSub } from "../shared/kernel/owner.ts";
import { atStack, STACK_OPTIONS } from "./operator-environment.ts";

// Restores tables beside the living ones, and copies back what is missing: docs/restore.md.

const USAGE = `usage: npm run restore -- --to TIME [--table NAME ...] [--owner SUB [--even-erased]] [--except-owner SUB ...]
                          [--overwrite] [--resume-deliveries] [--apply] [--wait MINUTES]   (--stage NAME | --environment FILE)
       npm run restore -- --to TIME [--table NAME ...] [--wait MINUTES] --clean            (--stage NAME | --environment FILE)`;

const text = { type: "string" } as const;
const texts = { type: "string", multiple: true } as const;
const flag = { type: "boolean", default: false } as const;
const OPTIONS = {
  ...STACK_OPTIONS,
  ...{ to: text, owner: text, wait: text, table: texts, "except-owner": texts },
  ...{ overwrite: flag, "resume-deliveries": flag, "even-erased": flag, apply: flag, clean: flag },
};
const LONGEST_WAIT_MINUTES = "240";

const moment = z.iso.datetime({ offset: true });
const isTable = z.enum(DURABLE_TABLES);
const minutes = z.coerce.number().int().min(1).max(1440);

type Values = ReturnType<typeof parsed>["values"];
const parsed = (args: string[]) => parseArgs({ args, options: OPTIONS });

function momentOf({ to }: Values): Date {
  const { data } = moment.safeParse(to);
  if (data === undefined) throw new UsageError("--to must be a moment with its zone, such as 2026-11-22T21:10:00Z");
  const at = wholeSecond(new Date(data));
  if (at.getTime() > Date.now()) throw new UsageError("--to lies in the future");
  return at;
}

function tablesOf({ table = [...DURABLE_TABLES] }: Values): readonly DurableTable[] {
  const { data } = z.array(isTable).safeParse(table);
  if (data === undefined) throw new UsageError(`--table must be one of ${DURABLE_TABLES.join(", ")}`);
  return data;
}

function ownerOf(name: string, option: string): Owner {
  const { data } = ownerSub.safeParse(name);
  if (data === undefined) throw new UsageError(`--${option} must name an owner`);
  return data;
}

function requestOf(values: Values): RestoreRequest {
  const { owner, overwrite, apply, "even-erased": takesErased, "resume-deliveries": resumesDeliveries } = values;
  const { data: wait } = minutes.safeParse(values.wait ?? LONGEST_WAIT_MINUTES);
  if (wait === undefined) throw new UsageError("--wait must be minutes, 1 to 1440");
  if (takesErased && owner === undefined) throw new UsageError("--even-erased goes with --owner");
  return {
    to: momentOf(values),
    tables: tablesOf(values),
    only: owner === undefined ? undefined : ownerOf(owner, "owner"),
    except: (values["except-owner"] ?? []).map((name) => ownerOf(name, "except-owner")),
    ...{ takesErased, overwrites: overwrite, resumesDeliveries, isApplied: apply, longestMs: wait * 60_000 },
  };
}

await runCommand(USAGE, (args) => {
  const { values } = parsed(args);
  const request = requestOf(values);
  if (values.clean && values.apply) throw new UsageError("say --apply or --clean");
  return atStack(values, restoreServices, async (services) => {
    if (values.clean) return console.log(JSON.stringify({ removed: await removeRestored(services, request) }));
    // Not among the figures: a program that reads them finds no others.
    const say = (line: string): void => console.error(line);
    let ofErased = 0;
    const told = (table: RestoredTable): void => {
      ofErased += table.ofErased;
      console.log(JSON.stringify(table));
    };
    await restore(services, request, { told, say });
    if (ofErased > 0) say("ofErased: erase those owners again, unless they have come back since their erasure");
    say(
      values.apply
        ? "copied back; when all is well, remove the tables beside: the same command with --clean in the place of --apply"
        : "nothing was changed; to copy back what is missing: the same command with --apply",
    );
  });
});
