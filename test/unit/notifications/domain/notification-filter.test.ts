import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { EXPLANATION_CODES } from "../../../../shared/channels/domain/explanation-codes.ts";
import { explanations } from "../../../../shared/channels/domain/explanations.ts";
import { type Notification, STATUSES } from "../../../../shared/notifications/domain/notification.ts";
import {
  isListed,
  isLookedThrough,
  type NotificationFilter,
  unsentIn,
} from "../../../../shared/notifications/domain/notification-filter.ts";
import { aNotification } from "../../../support/builders.ts";

const CAUSES = ["552 5.2.2 over quota", "550 5.1.1 no such user", "connection refused", "a worker died", undefined];

const anyNotification = fc
  .record({
    status: fc.constantFrom(...STATUSES),
    lastError: fc.constantFrom(...CAUSES),
    channel: fc.constantFrom("email" as const, "chat" as const),
    stage: fc.constantFrom("connect", "recipients", "content", "send"),
    code: fc.constantFrom(421, 450, 550, 552, 429, undefined),
    isForLater: fc.boolean(),
  })
  .map(({ status, lastError, channel, stage, code, isForLater }): Notification => {
    const entry = { at: "2026-11-23T12:00:00.000Z", attempt: 1, durationMs: 5, to: status, stage, code };
    const history = lastError === undefined ? {} : { lastError, history: [{ ...entry, text: lastError }] };
    const sendAt = isForLater ? { sendAt: "2027-01-01T00:00:00.000Z" } : {};
    return aNotification({ status, channel, attempts: lastError === undefined ? 0 : 1, ...history, ...sendAt });
  });

const anyFilter: fc.Arbitrary<NotificationFilter> = fc.record({
  status: fc.option(fc.constantFrom(...STATUSES), { nil: undefined }),
  statuses: fc.option(fc.subarray([...STATUSES], { minLength: 1 }), { nil: undefined }),
  reason: fc.option(fc.constantFrom(...EXPLANATION_CODES), { nil: undefined }),
});

/** Returns the list of unsent notifications that a notification is in. */
const kindOf = ({ status, lastError }: Notification) =>
  status === "failed" || status === "canceled"
    ? status
    : status === "pending" && lastError !== undefined
      ? "retrying"
      : undefined;

describe("unsentIn()", () => {
  it("names the lists of all that a filter finds, or none", () => {
    let [found, named] = [0, 0];
    const check = (one: Notification, filter: NotificationFilter) => {
      const kinds = unsentIn(filter);
      if (!isListed(one, filter, explanations)) return;
      found++;
      if (kinds === undefined) return;
      named++;
      expect(kinds).toContain(kindOf(one));
    };
    const ofOwnReason = fc.tuple(anyNotification, anyFilter).map(([one, filter]) => ({
      one,
      filter: { ...filter, ...(filter.reason !== undefined && { reason: explanations.explain(one).code }) },
    }));
    fc.assert(
      fc.property(ofOwnReason, ({ one, filter }) => check(one, filter)),
      { numRuns: 5000 },
    );
    expect(Math.min(found, named)).toBeGreaterThan(200);
  });

  it.each<[NotificationFilter, ReturnType<typeof unsentIn>, boolean]>([
    [{}, undefined, false],
    [{ sinceMs: 1, untilMs: 2, terms: [], metadata: {} }, undefined, false],
    [{ status: "failed" }, ["failed"], false],
    [{ statuses: ["canceled", "failed"] }, ["failed", "canceled"], false],
    [{ status: "failed", channel: "chat" }, ["failed"], true],
    [{ statuses: ["failed", "sent"] }, undefined, true],
    [{ status: "pending" }, undefined, true],
    [{ reason: "mailbox_full" }, ["failed", "retrying"], true],
    [{ reason: "mailbox_full", statuses: ["pending"] }, ["retrying"], true],
    [{ reason: "mailbox_full", status: "sent" }, [], true],
    [{ reason: "canceled" }, ["canceled"], true],
    [{ reason: "waiting" }, undefined, true],
    [{ terms: ["a"] }, undefined, true],
    [{ metadata: { a: "b" } }, undefined, true],
    [{ recipient: "a@example.org" }, undefined, true],
  ])("of %j is %j; it is looked through: %j", (filter, kinds, isSought) => {
    expect(unsentIn(filter)).toEqual(kinds);
    expect(isLookedThrough(filter)).toBe(isSought);
  });
});
