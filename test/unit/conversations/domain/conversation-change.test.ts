import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type {
  KnownConversation,
  NewInbound,
  NewOutbound,
} from "../../../../shared/conversations/domain/conversation.ts";
import {
  afterInbound,
  afterOutbound,
  inboundAtMs,
  visibleConversation,
} from "../../../../shared/conversations/domain/conversation-change.ts";
import { SERVICE_WINDOW_MS } from "../../../../shared/conversations/domain/service-window.ts";
import { anOwner } from "../../../support/an-owner.ts";

const key = { owner: anOwner("o"), id: "c", chatAccountId: "a", customerKey: "+1" };
const messageOf = { id: "m", conversationId: "c", messageType: "text", payload: {} } as const;

interface Given {
  readonly kind: "customer" | "notice" | "ours";
  readonly saidMs: number;
  readonly lateMs: number;
  readonly name?: string | undefined;
}

const inbound = ({ kind, saidMs, lateMs, name }: Given): NewInbound => ({
  conversation: { ...key, profileName: name, updatedAtMs: saidMs + lateMs },
  message: { ...messageOf, direction: "inbound", occurredAtMs: saidMs, providerMessageId: "w" },
  opensWindow: kind === "customer",
});
const outbound = ({ saidMs, lateMs, name }: Given): NewOutbound => ({
  conversation: { ...key, customerPhone: name, updatedAtMs: saidMs + lateMs },
  message: { ...messageOf, direction: "outbound", occurredAtMs: saidMs },
});
const fold = (all: readonly Given[]) =>
  all.reduce<KnownConversation | undefined>(
    (known, one) => (one.kind === "ours" ? afterOutbound(known, outbound(one)) : afterInbound(known, inbound(one))),
    undefined,
  );

const given = fc.record({
  kind: fc.constantFrom("customer", "notice", "ours"),
  saidMs: fc.integer({ min: 1000, max: 1100 }),
  // A negative value stands for a customer's clock that is ahead of ours.
  lateMs: fc.integer({ min: -20, max: 50 }),
  name: fc.option(fc.constantFrom("Ana", "Bo", "Cy"), { nil: undefined }),
});
const some = fc.array(given, { minLength: 1, maxLength: 8 });
const wroteAtMs = (all: readonly Given[]) =>
  all.filter(({ kind }) => kind === "customer").map(({ saidMs, lateMs }) => Math.min(saidMs, saidMs + lateMs));

describe("a conversation after its messages", () => {
  it("is of the latest of them, in whichever order they arrive", () =>
    fc.assert(
      fc.property(
        some.chain((all) => fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length }))),
        ([all, shuffled]) => {
          const known = fold(shuffled);
          expect(known?.updatedAtMs).toBe(Math.max(...all.map(({ saidMs, lateMs }) => saidMs + lateMs)));
          const times = wroteAtMs(all);
          expect(known?.latestInboundAtMs).toBe(times.length === 0 ? undefined : Math.max(...times));
        },
      ),
    ));

  it("never goes back by one more", () =>
    fc.assert(
      fc.property(some, given, (all, one) => {
        const [before, after] = [fold(all), fold([...all, one])];
        expect(after?.updatedAtMs).toBeGreaterThanOrEqual(before?.updatedAtMs ?? 0);
        expect(after?.latestInboundAtMs ?? 0).toBeGreaterThanOrEqual(before?.latestInboundAtMs ?? 0);
      }),
    ));

  it("is seen once the customer has written", () =>
    fc.assert(
      fc.property(some, (all) => {
        expect(visibleConversation(fold(all)) !== undefined).toBe(all.some(({ kind }) => kind === "customer"));
      }),
    ));

  it("is seen, with a closed window, once a person has written to the customer, and no template of a program does that", () => {
    const ours = outbound({ kind: "ours", saidMs: SERVICE_WINDOW_MS + 7, lateMs: 0 });
    expect(visibleConversation(afterOutbound(undefined, ours))).toBeUndefined();
    const begun = afterOutbound(afterOutbound(undefined, ours), { ...ours, isReply: true });
    expect(visibleConversation(begun)?.latestInboundAtMs).toBe(7);
    const noticed = afterInbound(begun, inbound({ kind: "notice", saidMs: SERVICE_WINDOW_MS + 8, lateMs: 0 }));
    expect(visibleConversation(noticed)?.latestInboundAtMs).toBe(7);
    const answered = afterInbound(noticed, inbound({ kind: "customer", saidMs: SERVICE_WINDOW_MS + 9, lateMs: 0 }));
    expect(visibleConversation(answered)).toMatchObject({
      latestInboundAtMs: SERVICE_WINDOW_MS + 9,
      firstWroteAtMs: SERVICE_WINDOW_MS + 9,
    });
  });

  it("calls the customer by the name that their newest message gives", () =>
    fc.assert(
      fc.property(
        fc
          .uniqueArray(fc.integer({ min: 1000, max: 2000 }), { minLength: 1, maxLength: 6 })
          .chain((times) => fc.tuple(fc.constant(times), fc.shuffledSubarray(times, { minLength: times.length }))),
        ([times, shuffled]) => {
          const all = shuffled.map((saidMs) => ({
            kind: "customer" as const,
            saidMs,
            lateMs: 0,
            name: `at ${saidMs}`,
          }));
          expect(fold(all)?.profileName).toBe(`at ${Math.max(...times)}`);
        },
      ),
    ));

  it("keeps the customer's own spelling of a number, and takes the caller's until then", () => {
    const ours = outbound({ kind: "ours", saidMs: 1, lateMs: 0, name: "+55 caller" });
    const theirs = inbound({ kind: "customer", saidMs: 2, lateMs: 0 });
    const spelled = { ...theirs, conversation: { ...theirs.conversation, customerPhone: "+55 theirs" } };
    expect(afterOutbound(undefined, ours).customerPhone).toBe("+55 caller");
    expect(afterInbound(afterOutbound(undefined, ours), theirs).customerPhone).toBe("+55 caller");
    const known = afterInbound(afterOutbound(undefined, ours), spelled);
    expect([known.customerPhone, afterOutbound(known, ours).customerPhone]).toEqual(["+55 theirs", "+55 theirs"]);
  });
});

describe("inboundAtMs()", () => {
  it("is the message's own time, but never later than ours", () => {
    expect(inboundAtMs(inbound({ kind: "customer", saidMs: 100, lateMs: 5 }))).toBe(100);
    expect(inboundAtMs(inbound({ kind: "customer", saidMs: 100, lateMs: -5 }))).toBe(95);
  });
});
