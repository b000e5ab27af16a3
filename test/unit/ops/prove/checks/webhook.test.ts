import { describe, expect, it } from "vitest";
import { postsToWebhook } from "../../../../../ops/prove/checks/webhook.ts";
import { aProving } from "../../../../support/a-proving.ts";

const never = new AbortController().signal;

describe("postsToWebhook()", () => {
  it("verifies the signature of the event of its mail, and deletes the webhook", async () => {
    const proving = aProving();
    expect((await postsToWebhook(proving, never)).seen).toContain("with a right signature");
    expect(proving.asked).toEqual([
      "POST /api/v1/webhooks",
      "POST /api/v1/notifications",
      "DELETE /api/v1/webhooks/w1",
    ]);
  });

  it("does not fail at a text that is no event", async () => {
    const proving = aProving({ strange: ["", "{", "<html>", "null"] });
    expect((await postsToWebhook(proving, never)).seen).toContain("with a right signature");
  });

  it("fails when the event is signed with another secret", async () => {
    await expect(postsToWebhook(aProving({ signedWith: "whsec_b3RoZXI=" }), never)).rejects.toThrow("signature");
  });
});
