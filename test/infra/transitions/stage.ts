import type { Template } from "aws-cdk-lib/assertions";
import * as z from "zod";
import { readSettings } from "../../../lib/cloud/settings.ts";
import { contextOfCdkJson } from "../../../ops/synthesis/cdk-context.ts";
import { synthesise } from "../stacks/synthesise.ts";
import type { Given } from "../stacks/variants.ts";

/** Lists the stacks of a stage in the order in which `cdk deploy --all` takes them. */
export const ORDER = ["data", "service", "panel"] as const;
export type StackName = (typeof ORDER)[number];

const resource = z.object({
  Type: z.string(),
  Properties: z.record(z.string(), z.unknown()).default({}),
  DeletionPolicy: z.string().optional(),
  UpdateReplacePolicy: z.string().optional(),
});
const template = z.object({
  Resources: z.record(z.string(), resource),
  Outputs: z
    .record(z.string(), z.object({ Value: z.unknown(), Export: z.object({ Name: z.string() }).optional() }))
    .default({}),
});
export type Resource = z.output<typeof resource>;
export type StackTemplate = z.output<typeof template>;

/** Describes a stage as it is deployed. */
export interface Stage {
  readonly name: string;
  readonly account: string;
  readonly region: string;
  readonly stacks: Readonly<Record<StackName, StackTemplate>>;
}

/** A stage whose settings name no account and region lies here. */
const SOMEWHERE = { account: "123456789012", region: "eu-central-1" } as const;

/** Reads a template into a copy, so that a test may change it. */
const read = (one: Template): StackTemplate => template.parse(structuredClone(one.toJSON()));

export function stageOf(given: Given): Stage {
  const { data, service, panel } = synthesise({ ...given });
  const context: Record<string, unknown> = { ...contextOfCdkJson(), ...given };
  const settings = readSettings({ tryGetContext: (key: string) => context[key] });
  const { stage: name, account = SOMEWHERE.account, region = SOMEWHERE.region } = settings;
  return { name, account, region, stacks: { data: read(data), service: read(service), panel: read(panel) } };
}

export const stackName = ({ name }: Stage, stack: StackName): string => `herald-${stack}-${name}`;

/** Returns the values that this key has in all objects within the given value. */
export function found(value: unknown, key: string): unknown[] {
  if (Array.isArray(value)) return value.flatMap((one) => found(one, key));
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, held]) => [...(name === key ? [held] : []), ...found(held, key)]);
}

export const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
