import { Command } from "@commander-js/extra-typings";
import { UsageError } from "../../lib/command-line.ts";
import { reasonOf } from "../../lib/reason.ts";
import type { Change } from "../../ops/templates/changes.ts";
import { atAccount, tokenOption, tokenTestOption } from "../command-line/account.ts";
import { ask } from "../command-line/ask.ts";
import { jsonOption, print, printJson, say } from "../command-line/output.ts";
import { urlOption } from "../command-line/target.ts";
import { dataDirOption } from "../command-line/values.ts";

const FOLDER = "templates";

interface Options {
  readonly diff?: true | undefined;
  readonly delete?: true | undefined;
  readonly yes?: true | undefined;
  readonly json?: true | undefined;
}

const pull = withOptions(new Command("pull"), "the files of templates that the service does not have")
  .description("Write the owner's email templates into a folder, each into a folder of its own.")
  .action(async (folder, options) => {
    const { changesBetween } = await import("../../ops/templates/changes.ts");
    const { readFolder, removeTemplate, writeTemplate } = await import("../../ops/templates/template-folder.ts");
    const { templateService } = await import("../../ops/templates/template-service.ts");
    const { existsSync } = await import("node:fs");
    await atAccount(options, async (account) => {
      const there = (await templateService(account, account.fetch).all()).map(({ template }) => template);
      const before = existsSync(folder) ? readFolder(folder) : [];
      const changes = changesBetween({ before, after: there, deletes: options.delete === true });
      await carryOut({ changes, options, where: folder, isAsked: ({ kind }) => kind !== "create" }, async (change) => {
        if (change.after === undefined) removeTemplate(folder, change.reference);
        else writeTemplate(folder, change.after);
      });
    });
  });

const push = withOptions(new Command("push"), "the service's templates that the folder does not have")
  .description("Bring the owner's email templates to the state of a folder, after showing what differs.")
  .action(async (folder, options) => {
    const { checkTemplates, pushesOf, push: write } = await import("../../ops/templates/push-templates.ts");
    const { readFolder } = await import("../../ops/templates/template-folder.ts");
    const { templateService } = await import("../../ops/templates/template-service.ts");
    const { existsSync } = await import("node:fs");
    if (!existsSync(folder)) throw new UsageError(`there is no folder ${folder}`);
    const templates = readFolder(folder);
    checkTemplates(templates);
    await atAccount(options, async (account) => {
      const service = templateService(account, account.fetch);
      const changes = await pushesOf(service, templates, { deletes: options.delete === true });
      await carryOut({ changes, options, where: account.baseUrl, isAsked: () => true }, (change) =>
        write(service, change),
      );
    });
  });

function withOptions(command: Command, deleted: string) {
  return command
    .argument("[folder]", "with a folder for each template, named after its alias", FOLDER)
    .option("--diff", "show what differs, and write nothing")
    .option("--delete", `delete ${deleted}`)
    .option("--yes", "do it without a question")
    .addOption(urlOption())
    .addOption(tokenOption())
    .addOption(tokenTestOption())
    .addOption(dataDirOption())
    .addOption(jsonOption());
}

interface Work<C extends Change> {
  readonly changes: readonly C[];
  readonly options: Options;
  readonly where: string;
  /** Says which changes lose something, so that a person has to agree. */
  isAsked(change: C): boolean;
}

/** Shows the changes, asks, and makes one after the other. */
async function carryOut<C extends Change>(work: Work<C>, make: (change: C) => Promise<void>): Promise<void> {
  const { changes, options, where, isAsked } = work;
  await show(changes, options);
  if (options.diff) return;
  const asked = changes.filter(isAsked);
  if (asked.length > 0)
    await ask({ text: `${countOf(asked)} in ${where}.`, agreed: "yes", isAgreed: options.yes === true });
  const { made, refused } = await makeAll(changes, make);
  if (options.json) printJson({ changes: made.map(namedOf), refused });
  else if (made.length > 0) print(`done: ${countOf(made)}`);
  if (refused.length > 0) process.exitCode = 1;
}

/** With `--json`, the differences as text go to the error output; with `--diff`, the changes are printed as JSON, too. */
async function show(changes: readonly Change[], { json, diff }: Options): Promise<void> {
  const { shownChange } = await import("../../ops/templates/changes.ts");
  for (const change of changes) (json ? say : print)(shownChange(change));
  if (changes.length === 0 && !json) print("nothing differs");
  if (json && diff) printJson({ changes: changes.map(namedOf) });
}

/** A change that the service refuses does not stop the later changes. */
async function makeAll<C extends Change>(changes: readonly C[], make: (change: C) => Promise<void>) {
  const made: C[] = [];
  const refused: { reference: string; kind: string; error: string }[] = [];
  for (const change of changes) {
    try {
      await make(change);
      made.push(change);
    } catch (error) {
      refused.push({ ...namedOf(change), error: reasonOf(error) });
      say(`${change.reference}: ${reasonOf(error)}`);
    }
  }
  return { made, refused };
}

const namedOf = ({ reference, kind }: Change) => ({ reference, kind });

const DONE = { create: "created", change: "changed", delete: "deleted" } as const;

function countOf(changes: readonly Change[]): string {
  const counts = Object.entries(DONE).flatMap(([kind, done]) => {
    const count = changes.filter((one) => one.kind === kind).length;
    return count === 0 ? [] : [`${count} ${done}`];
  });
  return counts.join(", ");
}

export const command = new Command()
  .description("Keep email templates as files: write them into a folder, or bring the service to its state.")
  .addCommand(pull)
  .addCommand(push);
