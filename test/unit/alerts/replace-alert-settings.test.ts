import { describe, expect, it } from "vitest";
import { readAlertSettings } from "../../../shared/alerts/describe-alert-settings.ts";
import { replaceAlertSettings } from "../../../shared/alerts/replace-alert-settings.ts";
import { OtherRevisionError } from "../../../shared/kernel/revision.ts";
import { anOwner } from "../../support/an-owner.ts";
import { aSendingAccount } from "../../support/builders.ts";
import { fakeClock } from "../../support/fake-clock.ts";
import { inMemoryAlertSettings } from "../../support/in-memory-alerts.ts";
import { inMemorySendingAccountStore } from "../../support/in-memory-sending-account-store.ts";

const WEDNESDAY = "2026-12-02T12:00:00.000Z";
const OFF = { addresses: [], kinds: [], isSummaryWanted: false } as const;
const WEEKLY = { addresses: ["ana@shop.example"], kinds: [], isSummaryWanted: true } as const;

function aWorld() {
  const owner = anOwner();
  const clock = fakeClock(WEDNESDAY);
  const account = aSendingAccount({ owner, label: "Mailbox" });
  const deps = {
    ...{ alertSettings: inMemoryAlertSettings(), clock, isHttpApiEnabled: false },
    sendingAccounts: inMemorySendingAccountStore([account]),
  };
  return { owner, deps, clock, account, read: () => readAlertSettings(deps, owner) };
}

describe("replaceAlertSettings()", () => {
  it("begins the summaries with the present week, and leaves the mark when other choices change", async () => {
    const { owner, deps, clock } = aWorld();
    const lastMonday = Date.parse("2026-11-30T00:00:00.000Z");
    expect(await replaceAlertSettings(deps, { owner }, WEEKLY)).toMatchObject({ ...WEEKLY, summaryToldMs: lastMonday });
    clock.advance(7 * 86_400_000);
    const changed = { ...WEEKLY, kinds: ["webhook_disabled"] as const };
    expect(await replaceAlertSettings(deps, { owner }, changed)).toMatchObject({ summaryToldMs: lastMonday });
    await replaceAlertSettings(deps, { owner }, OFF);
    const again = await replaceAlertSettings(deps, { owner }, WEEKLY);
    expect(again.summaryToldMs).toBe(lastMonday + 7 * 86_400_000);
  });

  it("refuses to replace what has changed, the choice of nothing too", async () => {
    const { owner, deps, read } = aWorld();
    const { revision } = (await read()).settings;
    await replaceAlertSettings(deps, { owner, expected: [revision] }, WEEKLY);
    await expect(replaceAlertSettings(deps, { owner, expected: [revision] }, OFF)).rejects.toThrow(OtherRevisionError);
    expect((await read()).settings).toMatchObject(WEEKLY);
  });

  it("lets writes at once without a revision all succeed", async () => {
    const { owner, deps } = aWorld();
    const writes = await Promise.all([WEEKLY, OFF, WEEKLY].map((one) => replaceAlertSettings(deps, { owner }, one)));
    expect(new Set(writes.map(({ revision }) => revision)).size).toBe(3);
  });
});

describe("readAlertSettings()", () => {
  it("shows nothing chosen, and the account that alerts would leave through", async () => {
    const { account, read } = aWorld();
    expect(await read()).toMatchObject({ settings: OFF, account: { id: account.id, label: "Mailbox" } });
  });
});
