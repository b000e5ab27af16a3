import { describe, expect, it } from "vitest";
import type { Notification } from "../../../../shared/notifications/domain/notification.ts";
import { reachOf } from "../../../../shared/notifications/domain/reach.ts";
import { aNotification } from "../../../support/builders.ts";

describe("reachOf()", () => {
  it.each<[string, Partial<Notification>, object]>([
    ["a mail that waits", { recipientCount: 3 }, { delivered: 0, total: 3 }],
    ["a mail that was sent", { status: "sent", recipientCount: 3 }, { delivered: 3, total: 3 }],
    ["a mail to one, or from before copies were counted", { status: "sent" }, { delivered: 1, total: 1 }],
    [
      "a mail that was refused for one",
      {
        status: "sent",
        recipients: [
          { to: 0, result: "refused" },
          { to: 1, result: "accepted" },
        ],
      },
      { delivered: 1, total: 2 },
    ],
    ["a chat message on its way", { channel: "chat", conversationId: "c", status: "sent" }, { delivered: 0, total: 1 }],
    [
      "a chat message that the telephone has",
      { channel: "chat", conversationId: "c", status: "sent", provider: { deliveredAtMs: 1 } },
      { delivered: 1, total: 1, report: "delivered" },
    ],
    [
      "a chat message that was read",
      { channel: "chat", conversationId: "c", status: "sent", provider: { deliveredAtMs: 1, readAtMs: 2 } },
      { delivered: 1, total: 1, report: "read" },
    ],
  ])("tells how far %s came", (_, changes, reach) => {
    expect(reachOf(aNotification(changes))).toEqual(reach);
  });
});
