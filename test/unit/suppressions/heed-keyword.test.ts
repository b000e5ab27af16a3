import { describe, expect, it } from "vitest";
import { defaultSettings } from "../../../shared/suppressions/domain/settings.ts";
import { heedKeyword } from "../../../shared/suppressions/heed-keyword.ts";
import type { UsedKeyword } from "../../../shared/suppressions/ports.ts";
import { anOwner } from "../../support/an-owner.ts";
import { fakeClock } from "../../support/fake-clock.ts";
import { inMemorySuppressions } from "../../support/in-memory-suppressions.ts";
import { sequentialIdentifiers } from "../../support/sequential-identifiers.ts";

const PHONE = "+4915112345678";

function setUp() {
  const owner = anOwner();
  const suppressions = inMemorySuppressions();
  let last: UsedKeyword | undefined;
  const deps = {
    ...{ suppressions, clock: fakeClock(), identifiers: sequentialIdentifiers() },
    suppressionSettings: { glance: async () => ({ ...defaultSettings(owner), isOn: true, onSinceMs: 0 }) },
    usedKeywords: {
      isNews: async ({ writtenAtMs }: UsedKeyword) => last === undefined || writtenAtMs > last.writtenAtMs,
      note: async (used: UsedKeyword) => {
        last = used;
      },
    },
  };
  const says = (text: string, writtenAtMs: number) =>
    heedKeyword(deps, { owner, phone: PHONE, text, writtenAtMs, messageId: `wamid.${writtenAtMs}` });
  const topics = async () => (await suppressions.list(owner, { limit: 10 })).suppressions.map(({ topic }) => topic);
  return { says, topics, suppressions, owner };
}

describe("heedKeyword()", () => {
  it("lets no message that comes twice or late undo a later one (D45h)", async () => {
    const { says, topics } = setUp();
    await says("STOP", 1000);
    expect(await topics()).toEqual(["marketing"]);
    await says("start", 2000);
    expect(await topics()).toEqual([]);
    await says("STOP", 1000);
    await says("stop", 1500);
    expect(await topics()).toEqual([]);
    await says("stop", 3000);
    expect(await topics()).toEqual(["marketing"]);
  });

  it("changes nothing by any other text", async () => {
    const { says, topics } = setUp();
    await says("stop it", 1000);
    expect(await topics()).toEqual([]);
  });
});
