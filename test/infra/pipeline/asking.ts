import type { Deployed } from "../../../rehearsal/resources/deployed.ts";
import { type Asked, verbsOf } from "./questions.ts";

type Fields = Readonly<Record<string, unknown>>;
export const fields = (value: unknown): Fields => (typeof value === "object" && value !== null ? { ...value } : {});
export const texts = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

export const at = (service: string, { region, account }: Deployed, rest: string) =>
  `arn:aws:${service}:${region}:${account}:${rest}`;
export const world = (service: string, { account }: Deployed, rest: string) => `arn:aws:${service}::${account}:${rest}`;
export const own = (one: Deployed): string => one.attributes.Arn ?? one.ref;
export const on = (resource: string, actions: readonly string[], context: Asked["context"] = {}): Asked[] =>
  actions.map((action) => ({ action, resource, context }));

export const TAGS = (service: string, suffix = "Resource") => verbsOf(service, "Tag Untag", suffix);
export type Needs = (one: Deployed, all: readonly Deployed[]) => readonly Asked[];
