import { describe, expect, it } from "vitest";
import { testOwnerOf } from "../../../../shared/kernel/test-mode.ts";
import type { SweepNotificationsDeps } from "../../../../shared/notifications/sweep/sweep-notifications.ts";
import { A_SECOND, sweepOwn } from "../../../../shared/notifications/sweep/sweep-own.ts";
import { anOwner } from "../../../support/an-owner.ts";

const owner = testOwnerOf(anOwner());

/** An owner has so many notifications due, of which those with an even number can be put back. */
function world(count: number) {
  const ids = Array.from({ length: count }, (_, i) => String(i));
  const looked: string[] = [];
  const delays: number[] = [];
  let pages = 0;
  const deps = {
    notifications: {
      ownDue: async () => {
        pages += 1;
        return {
          keys: ids.splice(0, 200).map((id) => ({ owner, id })),
          ...(ids.length > 0 && { next: { more: true } }),
        };
      },
      sweep: async ({ id }: { readonly id: string }) => {
        looked.push(id);
        return Number(id) % 2 === 0 ? { finding: "enqueue", accountId: "a", dueAt: 1 } : undefined;
      },
    },
    deliveryQueue: {
      async enqueue(_message: unknown, delaySeconds: number) {
        delays.push(delaySeconds);
      },
    },
    clock: { now: () => 0 },
  } as unknown as SweepNotificationsDeps;
  return { deps, looked, delays, pages: () => pages };
}

describe("sweepOwn()", () => {
  it("begins nothing more once its time is over, and takes the earliest first", async () => {
    const { deps, looked, pages } = world(500);
    await sweepOwn(deps, owner, { most: 1000, isOver: () => looked.length >= 250 });
    expect([pages(), looked.length]).toEqual([2, 250]);
    expect(looked.slice(0, 3)).toEqual(["0", "1", "2"]);
    expect(await sweepOwn(deps, owner, { most: 1000, isOver: () => true })).toBe(0);
    expect([pages(), looked.length]).toEqual([2, 250]);
  });

  it("lets so many leave in a second that live owners do not notice it (D48e)", async () => {
    const { deps, delays } = world(400);
    const swept = await sweepOwn(deps, owner, { most: 4 * A_SECOND });
    expect(swept).toBeGreaterThanOrEqual(4 * A_SECOND);
    expect(swept).toBeLessThan(4 * A_SECOND + 10);
    const inSecond = Map.groupBy(delays, (delay) => delay);
    for (const second of [0, 1, 2, 3]) expect(Math.abs((inSecond.get(second)?.length ?? 0) - A_SECOND)).toBeLessThan(8);
    expect(delays).toHaveLength(swept);
  });

  it("ends when nothing is left", async () => {
    const { deps, pages } = world(10);
    expect(await sweepOwn(deps, owner, { most: 100 })).toBe(5);
    expect(pages()).toBe(1);
  });
});
