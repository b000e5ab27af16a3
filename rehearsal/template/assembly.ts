import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";

const manifest = z.object({
  artifacts: z.record(
    z.string(),
    z.looseObject({
      type: z.string(),
      environment: z.string().optional(),
      dependencies: z.array(z.string()).default([]),
      properties: z.looseObject({ templateFile: z.string().optional(), file: z.string().optional() }).optional(),
    }),
  ),
});

const resource = z.looseObject({
  Type: z.string(),
  Properties: z.record(z.string(), z.unknown()).default({}),
  DependsOn: z.union([z.string().transform((one) => [one]), z.array(z.string())]).default([]),
  Condition: z.string().optional(),
});
export type TemplateResource = z.output<typeof resource>;

const template = z.looseObject({
  Resources: z.record(z.string(), resource),
  Outputs: z
    .record(z.string(), z.looseObject({ Value: z.unknown(), Export: z.object({ Name: z.unknown() }).optional() }))
    .default({}),
  Conditions: z.record(z.string(), z.unknown()).default({}),
});
export type Template = z.output<typeof template>;

const assets = z.object({
  files: z.record(
    z.string(),
    z.looseObject({
      source: z.looseObject({ path: z.string() }),
      destinations: z.record(z.string(), z.looseObject({ bucketName: z.string(), objectKey: z.string() })),
    }),
  ),
});

export interface Stack {
  readonly name: string;
  readonly account: string;
  readonly region: string;
  readonly template: Template;
}

export interface Assembly {
  /** Lists the stacks in the order of deployment. */
  readonly stacks: readonly Stack[];
  /** Returns the folder or file that a template names by bucket and key. Throws if the assembly has no such asset. */
  assetAt(bucket: string, key: string): string;
}

const ENVIRONMENT = /^aws:\/\/(\d{12})\/([a-z0-9-]+)$/;

/** Reads only what `cdk synth` wrote into a folder. */
export function readAssembly(folder: string): Assembly {
  const read = (file: string): unknown => JSON.parse(readFileSync(join(folder, file), "utf8"));
  const { artifacts } = manifest.parse(read("manifest.json"));
  const paths = new Map<string, string>();
  for (const { type, properties } of Object.values(artifacts)) {
    if (type !== "cdk:asset-manifest" || properties?.file === undefined) continue;
    for (const { source, destinations } of Object.values(assets.parse(read(properties.file)).files))
      for (const { bucketName, objectKey } of Object.values(destinations))
        paths.set(`${bucketName}/${objectKey}`, join(folder, source.path));
  }
  const names = Object.keys(artifacts).filter((name) => artifacts[name]?.type === "aws:cloudformation:stack");
  return {
    stacks: inOrder(names, (name) => artifacts[name]?.dependencies ?? []).map((name) => {
      const { environment = "", properties } = artifacts[name] ?? {};
      const [, account, region] = ENVIRONMENT.exec(environment) ?? [];
      if (account === undefined || region === undefined)
        throw new Error(`the stack ${name} names no account and region: set both before the synthesis`);
      return { name, account, region, template: template.parse(read(properties?.templateFile ?? "")) };
    }),
    assetAt(bucket, key) {
      const path = paths.get(`${bucket}/${key}`);
      if (path === undefined) throw new Error(`the assembly has no asset ${bucket}/${key}`);
      return path;
    },
  };
}

/** Sorts names so that each follows those on which it depends. Throws for a circle. */
export function inOrder(names: readonly string[], needsOf: (name: string) => readonly string[]): string[] {
  const known = new Set(names);
  const done = new Set<string>();
  const open = new Set<string>();
  const visit = (name: string): void => {
    if (done.has(name)) return;
    if (open.has(name)) throw new Error(`circle of dependencies at ${name}: ${[...open].join(", ")}`);
    open.add(name);
    for (const need of needsOf(name)) if (known.has(need)) visit(need);
    open.delete(name);
    done.add(name);
  };
  for (const name of names) visit(name);
  return [...done];
}
