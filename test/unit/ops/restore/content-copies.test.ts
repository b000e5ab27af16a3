import { describe, expect, it } from "vitest";
import type { ContentVersion } from "../../../../ops/content/content-versions.ts";
import { contentState } from "../../../../ops/restore/content-copies.ts";
import { besideName, wholeSecond } from "../../../../ops/restore/moment.ts";

const version = (versionId: string, modifiedAtMs: number, more: Partial<ContentVersion> = {}): ContentVersion => ({
  ...{ key: "templates/x/y", versionId, modifiedAtMs, isLatest: false, isMarker: false },
  ...more,
});
const marker = version("m", 50_000, { isLatest: true, isMarker: true });

describe("contentState()", () => {
  it.each<[string, readonly ContentVersion[], number, string]>([
    ["there", [version("a", 1000, { isLatest: true })], 5000, "there"],
    ["deleted since", [marker, version("a", 1000)], 5000, "lost a"],
    ["deleted, with two versions from before", [marker, version("a", 1000), version("b", 2000)], 5000, "lost b"],
    ["deleted, with a version from after", [marker, version("late", 9000), version("a", 1000)], 5000, "lost a"],
    ["written in the moment after the backup", [marker, version("late", 6000)], 5000, "lost late"],
    ["without any version", [], 5000, "gone"],
    ["with delete markers alone", [marker], 5000, "gone"],
  ])("of an object that is %s", (_what, versions, atMs, expected) => {
    const state = contentState(versions, atMs);
    expect(state.kind === "lost" ? `lost ${state.version.versionId}` : state.kind).toBe(expected);
  });
});

describe("the table beside", () => {
  it("is named after the moment, in characters that a table's name may have", () => {
    const to = wholeSecond(new Date("2026-11-22T21:10:07.900Z"));
    expect(besideName("herald-data-prod-ConfigTable-A1", to)).toBe(
      "herald-data-prod-ConfigTable-A1-restored-20261122T211007Z",
    );
    expect(besideName("x", to)).toMatch(/^[a-zA-Z0-9_.-]{3,255}$/);
  });
});
