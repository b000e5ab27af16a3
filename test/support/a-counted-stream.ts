import fc from "fast-check";
import type { Owner } from "../../shared/kernel/owner.ts";
import type { StreamedItem, TableChange } from "../../shared/kernel/table-change.ts";
import type { Notification } from "../../shared/notifications/domain/notification.ts";
import { aNotification } from "./builders.ts";

const START_MS = Date.parse("2026-11-21T12:00:00.000Z");
const at = (ms: number): string => new Date(START_MS + ms).toISOString();

/** Reads an image of a test's stream, which is the notification itself and no table item. */
export const readPlainImage = (image: StreamedItem) => {
  const notification = image as unknown as Notification;
  return { owner: notification.owner, notification };
};

type Life = readonly { readonly status: Notification["status"]; readonly afterMs: number }[];

const LIVES: readonly (readonly Notification["status"][])[] = [
  ["pending", "processing", "sent"],
  ["pending", "processing", "pending", "processing", "failed"],
  ["pending", "canceled"],
  ["pending", "processing", "failed", "pending", "processing", "sent"],
  ["pending"],
];

const life: fc.Arbitrary<Life> = fc
  .tuple(fc.constantFrom(...LIVES), fc.array(fc.integer({ min: 0, max: 5_400_000 }), { minLength: 6, maxLength: 6 }))
  .map(([statuses, pauses]) => statuses.map((status, i) => ({ status, afterMs: pauses[i] ?? 0 })));

interface Step {
  readonly state: Notification;
  readonly before: Notification | undefined;
}

function stepsOf(given: Life, owner: Owner, number: number): readonly Step[] {
  let now = 0;
  let before: Notification | undefined;
  const id = `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`;
  const base = aNotification({
    owner,
    id,
    accountId: `account-${number % 2}`,
    templateId: "template",
    createdAt: at(0),
  });
  return given.map(({ status, afterMs }) => {
    now += afterMs;
    const state = { ...base, status, updatedAt: at(now), ...(status === "failed" && { lastError: "550 no" }) };
    const step = { state, before };
    before = state;
    return step;
  });
}

export interface CountedStream {
  readonly shard: string;
  readonly changes: readonly TableChange[];
}

/**
 * Generates shards in which the changes of a few notifications are mixed, while those of each notification keep their
 * order.
 */
export const streams = (owners: readonly Owner[]): fc.Arbitrary<readonly CountedStream[]> =>
  fc
    .array(fc.tuple(fc.array(life, { minLength: 1, maxLength: 6 }), fc.integer()), { minLength: 1, maxLength: 3 })
    .map((shards) =>
      shards.map(([lives, seed], shard) => {
        const waiting = lives.map((one, i) => [
          ...stepsOf(one, owners[i % owners.length] ?? owners[0] ?? ("nobody" as Owner), shard * 100 + i),
        ]);
        const changes: TableChange[] = [];
        for (let pick = Math.abs(seed); waiting.some((steps) => steps.length > 0); pick = (pick * 31 + 7) % 1_000_003) {
          const open = waiting.filter((steps) => steps.length > 0);
          const step = open[pick % open.length]?.shift();
          if (step) changes.push(changeOf(step, `shard-${shard}`, changes.length));
        }
        return { shard: `shard-${shard}`, changes };
      }),
    );

const changeOf = ({ state, before }: Step, streamShard: string, position: number): TableChange => ({
  table: "Notifications",
  // The numbers differ in length, so that sorting them as texts gives another order than sorting them as numbers.
  sequenceNumber: String(97 + position * 2),
  streamShard,
  at: new Date(state.updatedAt),
  keys: { pk: "p", sk: state.id },
  record: {},
  after: { ...state },
  ...(before && { before: { ...before } }),
});

/** Describes how a batch is cut, what goes wrong with it, and how far the reader goes back after it. */
export interface Delivery {
  readonly size: number;
  readonly fault: "none" | "crash" | "fails" | "twice";
  /** The number of writes that succeed before the crash. */
  readonly writes: number;
  readonly back: number;
}

export const deliveries: fc.Arbitrary<readonly Delivery[]> = fc.array(
  fc.record({
    size: fc.integer({ min: 1, max: 8 }),
    fault: fc.constantFrom("none" as const, "none" as const, "crash" as const, "fails" as const, "twice" as const),
    writes: fc.integer({ min: 0, max: 4 }),
    back: fc.integer({ min: 0, max: 3 }),
  }),
  { maxLength: 20 },
);
