import { RECOVERY_DAYS } from "../../lib/tables.ts";
import { grantedStreams, grantOf, policyWith } from "./granted-streams.ts";
import type { Found, Step, Wanted } from "./missing-steps.ts";
import type { RestoreTableServices } from "./port.ts";

export interface Work {
  /** The table's real name. */
  readonly name: string;
  readonly wanted: Wanted;
  /** An operator agreed to the backup with this ARN. */
  readonly backup: string | undefined;
}

type Services = Pick<RestoreTableServices, "tables" | "mappings" | "policies">;

/** Takes one step. It may throw a `NotYetError`, and may be called again. */
export async function takeStep(services: Services, step: Step, work: Work, found: Found): Promise<void> {
  const { mappings } = services;
  switch (step.kind) {
    case "deletion":
    case "readiness":
    case "removal":
    case "reading":
      return;
    case "idle mapping":
      throw new Error(
        `the mapping ${step.id} of the new stream is ${step.state}, so the old one stays: enable it, and run the command again`,
      );
    case "grant":
      return grant(services, step.role, work, found);
    case "mapping":
      return mappings.create({ ...step.like, stream: streamOf(found) });
    case "old mapping":
      return mappings.remove(step.id);
    case "table":
    case "stream":
    case "protection":
    case "recovery":
    case "expiry":
    case "tags":
      return change(services, step.kind, work, found);
  }
}

async function change(
  { tables }: Services,
  kind: "table" | "stream" | "protection" | "recovery" | "expiry" | "tags",
  { name, wanted: { definition, tags }, backup }: Work,
  { table }: Found,
): Promise<void> {
  switch (kind) {
    case "table":
      if (!definition.isDurable) return tables.create(name, definition);
      if (backup === undefined) throw new Error(`${name} was deleted meanwhile: run the command again`);
      return tables.restore(name, backup);
    case "stream":
      return tables.streamChanges(name);
    case "protection":
      return tables.protect(name);
    case "recovery":
      return tables.keepBackups(name, RECOVERY_DAYS);
    case "expiry":
      return tables.expireBy(name, definition.ttlAttribute ?? "");
    case "tags":
      return tables.tag(table?.arn ?? "", tags);
  }
}

/** Grants a role the right to the new stream, and keeps its rights to earlier streams that are still read. */
async function grant({ policies }: Services, role: string, { wanted }: Work, found: Found): Promise<void> {
  const policy = grantOf(wanted.definition.name);
  const granted = grantedStreams(await policies.read(role, policy));
  const read = found.mappings.map(({ stream }) => stream);
  await policies.write(role, policy, policyWith(granted, streamOf(found), read));
}

function streamOf({ table }: Found): string {
  if (table?.stream === undefined) throw new Error("the table has no stream yet");
  return table.stream;
}
