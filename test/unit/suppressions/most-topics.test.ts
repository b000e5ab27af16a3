import { describe, expect, it } from "vitest";
import { MOST_WITH_TOPIC } from "../../../shared/suppressions/domain/suppression.ts";
import { suppress } from "../../../shared/suppressions/suppress.ts";
import { followLink, unsubscribe } from "../../../shared/suppressions/unsubscribe.ts";
import { tokenOf } from "../../../shared/suppressions/unsubscribe-links.ts";
import { anOwner } from "../../support/an-owner.ts";
import { fakeClock } from "../../support/fake-clock.ts";
import { inMemorySuppressions, inMemoryUnsubscribeLinks } from "../../support/in-memory-suppressions.ts";
import { inRealTime } from "../../support/real-time.ts";
import { sequentialIdentifiers } from "../../support/sequential-identifiers.ts";

const ANA = "ana@shop.example";

async function full() {
  const links = inMemoryUnsubscribeLinks();
  const suppressions = inMemorySuppressions();
  const deps = {
    inOwnTime: inRealTime,
    ...{ suppressions, clock: fakeClock(), identifiers: sequentialIdentifiers(), linkKeys: links.linkKeys },
  };
  const owner = anOwner();
  for (let i = 0; i < MOST_WITH_TOPIC; i++)
    await suppress(deps, { owner, recipient: ANA, reason: "unsubscribe", topic: `t${i}` });
  const tokenFor = (topic: string) =>
    tokenOf(links.linkKeys, owner, { address: ANA, topic, notificationId: crypto.randomUUID() });
  return { deps, owner, suppressions, tokenFor };
}

describe("a recipient with as many topics as there may be", () => {
  it("has no room for another one, but for a suppression without a topic", async () => {
    const { deps, owner } = await full();
    const request = { owner, recipient: ANA, reason: "manual" } as const;
    await expect(suppress(deps, { ...request, topic: "more" })).rejects.toMatchObject({
      code: "limit_reached",
      message: "a recipient may have at most 500 suppressions with a topic: delete one, or suppress without a topic",
    });
    expect(await suppress(deps, request)).toMatchObject({ isNew: true });
  });

  it("is unsubscribed from everything by one more link, once", async () => {
    const { deps, owner, suppressions, tokenFor } = await full();
    const [token, another] = [await tokenFor("more"), await tokenFor("still-more")];
    expect(await followLink(deps, token)).toEqual({ topic: "more", isUnsubscribed: false });
    for (const one of [token, token, another])
      expect(await unsubscribe(deps, one)).toMatchObject({ isUnsubscribed: true });
    expect(await followLink(deps, token)).toEqual({ topic: "more", isUnsubscribed: true });
    const { suppressions: all } = await suppressions.list(owner, {
      recipient: ANA,
      reason: "unsubscribe",
      limit: 1000,
    });
    expect(all.filter(({ topic }) => topic === undefined)).toHaveLength(1);
    expect(all).toHaveLength(MOST_WITH_TOPIC + 1);
  });
});
