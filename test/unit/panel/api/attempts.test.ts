import { describe, expect, it } from "vitest";
import { ApiError, apiErrorOf } from "../../../../panel/src/api/api-error.ts";
import { Attempts, isInFlight } from "../../../../panel/src/api/attempts.ts";
import { UnreachableError } from "../../../../panel/src/api/naming-unreachable.ts";
import { fakeClock } from "../../../support/fake-clock.ts";

const refusal = new ApiError(400, "name is required");
const lost = new UnreachableError("the service cannot be reached");
const inFlight = apiErrorOf(409, { error: "a request is in flight", code: "request_in_flight" });
const spent = apiErrorOf(409, { error: "it was used", code: "idempotency_key_reused" });

function setUp() {
  const clock = fakeClock();
  let keys = 0;
  const newKey = () => {
    keys += 1;
    return `key-${keys}`;
  };
  const attempts = new Attempts({ newKey, now: clock.now });
  const succeed = (content: string, seen?: string) => {
    const attempt = attempts.begin(content, seen);
    if (attempt) attempts.succeeded();
    if (attempt) attempts.ended();
    return attempt?.key;
  };
  const fail = (content: string, error: unknown, seen?: string) => {
    const attempt = attempts.begin(content, seen);
    if (attempt) attempts.failed(error);
    if (attempt) attempts.ended();
    return attempt?.key;
  };
  return { clock, attempts, succeed, fail };
}

describe("Attempts", () => {
  it("begin nothing a second time while the first is under way, whatever is typed meanwhile", () => {
    const { attempts } = setUp();
    expect(attempts.begin("a")?.key).toBe("key-1");
    expect([attempts.begin("a"), attempts.begin("b")]).toEqual([undefined, undefined]);
    attempts.succeeded();
    // The consequences of the first action are still under way.
    expect(attempts.begin("b")).toBeUndefined();
    attempts.ended();
    expect(attempts.begin("b")?.key).toBe("key-2");
  });

  it("do not take the second click of a double click for another wish when the answer was quick", () => {
    const { clock, succeed } = setUp();
    expect(succeed("a")).toBe("key-1");
    clock.advance(300);
    expect(succeed("a")).toBeUndefined();
    clock.advance(1000);
    expect(succeed("a")).toBe("key-2");
  });

  it("do the same once while a key is held down, for however long", () => {
    const { clock, succeed } = setUp();
    const done = Array.from({ length: 200 }, () => {
      clock.advance(30);
      return succeed("a");
    });
    expect(done.filter(Boolean)).toEqual(["key-1"]);
  });

  it("let another content follow at once", () => {
    const { succeed } = setUp();
    expect([succeed("a"), succeed("b"), succeed("a")]).toEqual(["key-1", "key-2", "key-3"]);
  });

  it("begin again at once what was taken back", () => {
    const { attempts, succeed } = setUp();
    expect([succeed("a"), succeed("a")]).toEqual(["key-1", undefined]);
    attempts.takenBack();
    expect(succeed("a")).toBe("key-2");
  });

  it("send again under the same key, and counted from the same moment, what may have been carried out", () => {
    const { clock, attempts, fail } = setUp();
    const began = clock.now();
    for (const error of [lost, apiErrorOf(502, undefined), inFlight, apiErrorOf(401, { error: "unauthorized" })]) {
      expect(fail("a", error)).toBe("key-1");
      clock.advance(5000);
    }
    expect(attempts.begin("a")).toEqual({ key: "key-1", beganAt: began });
  });

  it("take another key for another content, and none back for the first", () => {
    const { fail } = setUp();
    expect([fail("a", lost), fail("b", lost), fail("a", lost)]).toEqual(["key-1", "key-2", "key-3"]);
  });

  it("begin anew after a plain refusal: nothing was made, and times are counted from now", () => {
    const { clock, attempts, fail } = setUp();
    expect(fail("a", refusal)).toBe("key-1");
    clock.advance(5000);
    expect(attempts.begin("a")).toEqual({ key: "key-2", beganAt: clock.now() });
  });

  it.each([
    apiErrorOf(400, { error: "name is required" }),
    apiErrorOf(404, { error: "not found" }),
    apiErrorOf(409, { error: "notification does not wait for a retry", code: "notification_not_retrying" }),
  ])("take another key once an answer has told what became of the one that was unclear: $status", (told) => {
    const { fail } = setUp();
    expect([fail("a", lost), fail("a", told), fail("a", lost)]).toEqual(["key-1", "key-1", "key-2"]);
  });

  it("keep the key of what is unclear when a later try is refused before its key was read", () => {
    const { fail } = setUp();
    const unread = [401, 403, 429].map((status) => apiErrorOf(status, { error: "no" }));
    const keys = [lost, ...unread, lost].map((error) => fail("a", error));
    expect(new Set(keys)).toEqual(new Set(["key-1"]));
  });

  it.each([401, 403, 429])(
    "take another key after a first try that was refused before its key was read: %s",
    (status) => {
      const { fail } = setUp();
      expect([fail("a", apiErrorOf(status, { error: "no" })), fail("a", lost)]).toEqual(["key-1", "key-2"]);
    },
  );

  it("ask for another attempt of a notification, though the answer about the one before was lost", () => {
    const { fail } = setUp();
    const retryAfter = (attempts: number) => fail("retry", lost, String(attempts));
    expect([retryAfter(1), retryAfter(1), retryAfter(2)]).toEqual(["key-1", "key-1", "key-2"]);
  });

  it("do the same once while a key is held down, whatever changes by it meanwhile", () => {
    const { clock, succeed } = setUp();
    expect(succeed("retry", "1")).toBe("key-1");
    clock.advance(30);
    expect(succeed("retry", "2")).toBeUndefined();
  });

  it("let go of a key that the service knows from something else", () => {
    const { fail } = setUp();
    expect([fail("a", lost), fail("a", spent), fail("a", lost)]).toEqual(["key-1", "key-1", "key-2"]);
  });

  it("know a request that is in flight by the refusal's name", () => {
    expect([inFlight, spent, refusal, lost].map(isInFlight)).toEqual([true, false, false, false]);
  });
});
