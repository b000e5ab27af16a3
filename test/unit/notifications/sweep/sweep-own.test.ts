import { describe, expect, it } from "vitest";
import { testOwnerOf } from "../../../../shared/kernel/test-mode.ts";
import type { SweepNotificationsDeps } from "../../../../shared/notifications/sweep/sweep-notifications.ts";
import { sweepOwn } from "../../../../shared/notifications/sweep/sweep-own.ts";
import { anOwner } from "../../../support/an-owner.ts";

describe("sweepOwn()", () => {
  it("begins nothing more once its time is over, and takes the earliest first", async () => {
    const owner = testOwnerOf(anOwner());
    const ids = Array.from({ length: 500 }, (_, i) => String(i));
    const swept: string[] = [];
    let pages = 0;
    const notifications = {
      ownDue: async () => {
        pages += 1;
        return { keys: ids.splice(0, 200).map((id) => ({ owner, id })), next: { more: true } };
      },
      sweep: async ({ id }: { readonly id: string }) => {
        swept.push(id);
        return undefined;
      },
    };
    const deps = { notifications, clock: { now: () => 0 } } as unknown as SweepNotificationsDeps;
    await sweepOwn(deps, owner, { isOver: () => swept.length >= 250 });
    expect([pages, swept.length]).toEqual([2, 250]);
    expect(swept.slice(0, 3)).toEqual(["0", "1", "2"]);
    await sweepOwn(deps, owner, { isOver: () => true });
    expect([pages, swept.length]).toEqual([3, 250]);
  });
});
