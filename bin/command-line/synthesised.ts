import { readFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import * as z from "zod";
import { synthesise } from "./cdk.ts";
import { requireStage } from "./stage.ts";
import { stepList } from "./steps.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const DEFAULT_FOLDER = "cdk.out";

const manifest = z.looseObject({
  artifacts: z.record(
    z.string(),
    z.looseObject({ type: z.string(), properties: z.looseObject({ templateFile: z.string().optional() }).optional() }),
  ),
});

/** Paths are relative to the working directory. */
export interface Synthesised {
  readonly folder: string;
  readonly stacks: readonly { readonly name: string; readonly template: string }[];
}

/** Synthesises a stage and shows the steps. `options` go to the CDK. */
export async function synthesised(stage: string | undefined, options: readonly string[]): Promise<Synthesised> {
  if (stage !== undefined) requireStage(stage);
  const steps = stepList();
  steps.begin("reading the app");
  const context = stage === undefined ? [] : ["-c", `stage=${stage}`];
  try {
    await synthesise([...context, ...fromHere(options)], { onStep: steps.begin });
    steps.end();
  } finally {
    steps.stop();
  }
  return read(folderOf(options));
}

/**
 * Makes a given folder absolute, because the user means it relative to the working directory, but the CDK runs in the
 * project's folder.
 */
export const fromHere = (options: readonly string[], here = process.cwd()): string[] =>
  options.map((one, i) => {
    const [, option, named] = /^(--output=|-o=)(.+)$/.exec(one) ?? [];
    if (option !== undefined && named !== undefined) return `${option}${resolve(here, named)}`;
    return /^(?:--output|-o)$/.test(options[i - 1] ?? "") ? resolve(here, one) : one;
  });

function folderOf(options: readonly string[]): string {
  const at = options.findIndex((one) => /^(?:--output|-o)(?:=|$)/.test(one));
  const given = options[at]?.includes("=") ? options[at].replace(/^[^=]*=/, "") : options[at + 1];
  return at < 0 || given === undefined ? resolve(ROOT, DEFAULT_FOLDER) : resolve(given);
}

function read(path: string): Synthesised {
  const { artifacts } = manifest.parse(JSON.parse(readFileSync(join(path, "manifest.json"), "utf8")));
  const stacks = Object.entries(artifacts).flatMap(([name, { type, properties }]) =>
    type === "aws:cloudformation:stack" && properties?.templateFile !== undefined
      ? [{ name, template: relative(process.cwd(), join(path, properties.templateFile)) }]
      : [],
  );
  return { folder: relative(process.cwd(), path) || ".", stacks };
}
