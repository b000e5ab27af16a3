import { afterEach, describe, expect, it, vi } from "vitest";
import { SocialMessagingSender } from "../../../shared/chat/provider/social-messaging-sender.ts";
import { aChatAccount } from "../../support/chat-builders.ts";
import { aSimulator, control, PHONE_ID, sentMessages } from "./simulator-fixture.ts";

afterEach(() => void vi.unstubAllEnvs());

/** Creates the service's own adapter, which finds the simulator by its environment and calls it over the network. */
async function setUp(timeoutMs = 5000) {
  const simulator = await aSimulator();
  vi.stubEnv("AWS_ENDPOINT_URL_SOCIALMESSAGING", simulator.url);
  vi.stubEnv("AWS_ACCESS_KEY_ID", "local");
  vi.stubEnv("AWS_SECRET_ACCESS_KEY", "local");
  const sender = new SocialMessagingSender({ apiVersion: "v24.0", timeoutMs });
  const account = aChatAccount({ originationPhoneNumberId: PHONE_ID, cloudRegion: "us-east-1" });
  const callbackId = crypto.randomUUID();
  const send = (changes: { originationPhoneNumberId?: string } = {}) =>
    sender.send({
      ...{ account: { ...account, ...changes }, recipient: { phone: "+15551230001" }, callbackId },
      message: { type: "text", body: "Hi", previewUrl: true },
    });
  const fault = (what: object) =>
    control(simulator, "POST", "/api/faults", { operation: "SendWhatsAppMessage", times: 1, ...what });
  return { simulator, send, fault, callbackId };
}

describe("SocialMessagingSender on the wire", () => {
  it("hands over a message that the provider finds by our id", async () => {
    const { simulator, send, callbackId } = await setUp();
    const outcome = await send();
    const [message] = await sentMessages(simulator);
    expect(outcome).toEqual({ kind: "accepted", cloudMessageId: message?.message_id });
    expect(message?.message).toMatchObject({
      biz_opaque_callback_data: callbackId,
      to: "+15551230001",
      text: { body: "Hi" },
    });
  });

  it.each([
    [429, "throttled"],
    [500, "ambiguous"],
    [502, "ambiguous"],
    [503, "ambiguous"],
    [400, "terminal"],
    [403, "terminal"],
  ])("meets a %i once, and does not repeat the call by itself (%s)", async (status, kind) => {
    const { simulator, send, fault } = await setUp();
    await fault({ status });
    expect(await send()).toMatchObject({ kind: "failed", class: kind, code: status });
    expect(await sentMessages(simulator)).toEqual([]);
  });

  it("is not known by the provider", async () => {
    const { send } = await setUp();
    expect(await send({ originationPhoneNumberId: `phone-number-id-${"0".repeat(32)}` })).toMatchObject({
      kind: "failed",
      class: "terminal",
      code: 404,
    });
  });

  it("gives up waiting for an answer, and does not know whether the message was taken", async () => {
    const { simulator, send, fault } = await setUp(300);
    await fault({ timeout_after_accept: true });
    expect(await send()).toMatchObject({ kind: "failed", class: "ambiguous" });
    expect(await sentMessages(simulator)).toHaveLength(1);
  });

  it("finds nobody at the address", async () => {
    const { simulator, send } = await setUp();
    await simulator.close();
    expect(await send()).toMatchObject({ kind: "failed", class: "transient" });
  });
});
