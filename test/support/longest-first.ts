import { BaseSequencer, type TestSpecification } from "vitest/node";

/** The kinds that wait most come first, so that the quick ones fill the gaps at the end. Files of one kind stay together: they share a worker. */
const KINDS = ["-browser", "-browser-installed", "-system", "-infra", "-integration", "-contract", "-unit"];

/** Of these each takes ten seconds and more. Started late, one of them would run on alone. */
const LONG = [
  "system/rehearsal",
  "integration/faults/faults",
  "system/lifecycle",
  "browser/panel",
  "system/commands",
  "integration/restore/restore-chat-accounts",
  "integration/restore/restore",
  "infra/synth",
  "system/crash",
  "browser/chat",
  "system/guides",
  "system/sending-accounts",
  "system/delivery",
  "infra/bundles",
  "integration/faults/chat-faults",
  "system/credentials",
  "system/http-provider",
  "system/panel-notifications",
  "system/operations",
  "infra/validation",
  "system/fairness",
  "browser/every-page",
  "integration/adapters/many-owners",
  "system/refused-start",
  "contract/engines/queue-engine",
  "integration/chat-simulator/sending",
  "integration/engines/table-engine",
];

function rank(list: readonly string[], isIt: (name: string) => boolean): number {
  const found = list.findIndex(isIt);
  return found === -1 ? list.length : found;
}

const place = ({ moduleId, project }: TestSpecification): readonly [number, number] => [
  rank(LONG, (name) => moduleId.endsWith(`/${name}.test.ts`)),
  rank(KINDS, (kind) => project.name.endsWith(kind)),
];

/** The order in which files start: long ones first, then kind by kind, then as Vitest has it (its last times, or else sizes). */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const ranks = new Map(sorted.map((file) => [file, place(file)]));
    const of = (file: TestSpecification) => ranks.get(file) ?? [0, 0];
    return sorted.sort((a, b) => of(a)[0] - of(b)[0] || of(a)[1] - of(b)[1]);
  }
}
