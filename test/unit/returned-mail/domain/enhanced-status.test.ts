import { describe, expect, it } from "vitest";
import {
  bounceType,
  isForGood,
  preciseStatus,
  readStatus,
  statusInResponse,
} from "../../../../shared/returned-mail/domain/enhanced-status.ts";

describe("isForGood()", () => {
  it.each([
    "5.0.0",
    "5.1.0",
    "5.1.1",
    "5.1.2",
    "5.1.6",
    "5.1.9",
    "5.1.10",
    "5.1.70",
    "5.2.0",
    "5.2.1",
    "5.2.4",
    "5.2.20",
    "5.3.0",
    "5.3.5",
    "5.3.40",
    "5.4.4",
    "5.5.0",
  ])("takes %s for good", (status) => {
    expect(isForGood(status)).toBe(true);
    expect(bounceType(status)).toBe("permanent");
  });

  it.each([
    "5.1.7",
    "5.1.8",
    "5.2.2",
    "5.2.3",
    "5.3.4",
    "5.6.0",
    "5.6.9",
    "5.7.0",
    "5.7.1",
    "5.7.26",
    "5.7.606",
    "4.1.1",
    "4.2.2",
    "4.4.7",
    "2.1.5",
    "5.1",
    "55.1.1",
    "",
    undefined,
  ])("takes %s for no statement about the address", (status) => {
    expect(isForGood(status)).toBe(false);
    expect(bounceType(status)).toBe("transient");
  });
});

describe("readStatus()", () => {
  it.each([
    ["5.1.1", "5.1.1"],
    [" 4.2.2 (mailbox full)", "4.2.2"],
    ["5.01.001", "5.1.1"],
    ["553 too large", undefined],
    ["", undefined],
    ["6.1.1", undefined],
    ["15.1.1", undefined],
  ])("reads %j as %s", (field, status) => expect(readStatus(field)).toBe(status));
});

describe("statusInResponse()", () => {
  it.each([
    ["550 5.1.1 <ana@x.example>: unknown", "5.1.1"],
    ["550-5.7.26 unauthenticated", "5.7.26"],
    ["Sorry, no mailbox here by that name. (#5.1.1)", "5.1.1"],
    ["host mx[5.1.1.2] said: 554 5.7.1 blocked", "5.7.1"],
    ["Server 5.5.2650.21 says 452 4.2.2 full", "4.2.2"],
    ["Version 5.5.1 answered: 550 5.1.1", "5.1.1"],
    ["not found: 5.1.1.", "5.1.1"],
    ["250 2.1.5 ok", undefined],
    ["550 unknown", undefined],
    ["connect to 5.1.1.2: timed out", undefined],
  ])("finds in %j the status %s", (text, status) => expect(statusInResponse(text)).toBe(status));
});

describe("preciseStatus()", () => {
  it("takes the code of the response only where the status says less of the same class", () => {
    expect(preciseStatus("5.0.0", "550 5.1.1 unknown")).toBe("5.1.1");
    expect(preciseStatus("5.0.0", "450 4.2.2 full")).toBe("5.0.0");
    expect(preciseStatus("5.1.1", "550 5.7.1 blocked")).toBe("5.1.1");
    expect(preciseStatus(undefined, "550 5.1.1 unknown")).toBe("5.1.1");
    expect(preciseStatus("5.0.0", undefined)).toBe("5.0.0");
    expect(preciseStatus(undefined, "unknown")).toBeUndefined();
  });
});
