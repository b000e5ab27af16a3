import { describe, expect, it } from "vitest";
import { apiKeyText } from "../../../shared/kernel/api-key-text.ts";
import { findKeyOwner } from "../../../shared/keys/find-key-owner.ts";
import { API_KEY, OWNER, someEdgeServices } from "../../support/some-edge-services.ts";

const UNKNOWN_KEY = apiKeyText(new Uint8Array(32).fill(9));

describe("findKeyOwner()", () => {
  it("names the owner of a key, and the key, and notes when the key was used", async () => {
    const services = await someEdgeServices();
    expect(await findKeyOwner(services, API_KEY)).toEqual({
      owner: OWNER,
      key: { id: services.key.id, name: services.key.name, countId: services.key.id },
    });
    expect(await services.apiKeys.get(OWNER, services.key.id)).toMatchObject({
      lastUsedAt: "2026-11-21T12:00:00.000Z",
    });
  });

  it.each([
    ["no key", undefined],
    ["a well-formed key that nobody made", UNKNOWN_KEY],
    ["a malformed key", "hrld_live_short"],
  ])("names nobody for %s", async (_, bearer) => {
    expect(await findKeyOwner(await someEdgeServices(), bearer)).toBeUndefined();
  });

  it("logs a use that it cannot note, and names the owner all the same", async () => {
    const services = await someEdgeServices();
    services.apiKeys.noteUse = () => Promise.reject(new Error("throttled"));
    expect(await findKeyOwner(services, API_KEY)).toMatchObject({ owner: OWNER });
    expect(services.log.lines.map((line) => JSON.parse(line))).toEqual([
      { level: "ERROR", event: "api_key.use_not_noted", error: "Error: throttled" },
    ]);
  });
});
