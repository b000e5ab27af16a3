import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Each file of these kinds has its own worker, which mostly waits. They start first, so that quick files fill the gaps at the end. */
const ALONE = ["-browser", "-browser-installed", "-system"];

/** Files of these kinds share a worker and the modules that it has loaded. A worker ends when the next file belongs to another project. */
const SHARING = ["-infra", "-integration", "-contract", "-unit"];

/** Each of these test files takes ten seconds or more, and would run on alone at the end if it started late. */
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

interface Place {
  readonly turn: number;
  readonly project: string;
  readonly length: number;
  readonly kind: number;
}

const placeOf = ({ moduleId, project }: TestSpecification): Place => {
  const isOf = (kind: string) => project.name.endsWith(kind);
  const isSharing = SHARING.some(isOf);
  return {
    turn: isSharing ? 1 + rank(SHARING, isOf) : 0,
    project: isSharing ? project.name : "",
    length: rank(LONG, (name) => moduleId.endsWith(`/${name}.test.ts`)),
    kind: rank(ALONE, isOf),
  };
};

const inTurn = (a: Place, b: Place): number =>
  a.turn - b.turn || a.project.localeCompare(b.project) || a.length - b.length || a.kind - b.kind;

/** Puts long files that have their own worker first, then sorts by project, and otherwise keeps the order of Vitest. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const positions = new Map(sorted.map((file) => [file, placeOf(file)]));
    return sorted.sort((a, b) => inTurn(positions.get(a) ?? placeOf(a), positions.get(b) ?? placeOf(b)));
  }
}
