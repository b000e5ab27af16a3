import { describe, expect, it } from "vitest";
import {
  aClient,
  anApprovedTemplate,
  aSimulator,
  control,
  eventually,
  PHONE_ID,
  refusal,
  send,
  sentMessages,
  text,
  writeIn,
} from "./simulator-fixture.ts";

const ANA = "+15551230001";

const templateSend = (components: unknown[], more: Record<string, unknown> = {}) => ({
  ...{ messaging_product: "whatsapp", to: ANA, type: "template" },
  template: { name: "order_update", language: { code: "en_US" }, components },
  ...more,
});
const texts = (...texts: string[]) => texts.map((one) => ({ type: "text", text: one }));
const FITTING = [
  { type: "header", parameters: texts("Ana") },
  { type: "body", parameters: texts("Ana", "A-17") },
  { type: "button", sub_type: "url", index: "1", parameters: texts("A-17") },
];

describe("SendWhatsAppMessage", () => {
  it("answers a UUID, keeps the message as it was, and reports sent, delivered, read (M-sent-messages)", async () => {
    const simulator = await aSimulator();
    await writeIn(simulator, ANA, { type: "text", text: { body: "Hi" } });
    const message = text(ANA, { biz_opaque_callback_data: "our-id" });
    const messageId = await send(simulator, message);
    expect(messageId).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    await eventually(simulator.receiver.statuses, (statuses) => statuses.length === 3);
    const [kept] = await sentMessages(simulator, ANA);
    expect(kept).toMatchObject({
      message_id: messageId,
      wamid: expect.stringMatching(/^wamid\.HBg/),
      origination_phone_number_id: PHONE_ID,
      message,
    });
    expect(kept?.statuses.map(({ status }) => status)).toEqual(["sent", "delivered", "read"]);
    const [event] = simulator.receiver.changes().filter(({ value }) => value.statuses);
    expect(event?.value.metadata).toEqual({
      display_phone_number: simulator.demoNumber.display_phone_number,
      phone_number_id: simulator.demoNumber.provider_phone_number_id,
    });
    expect(event?.value.statuses[0]).toMatchObject({
      id: kept?.wamid,
      status: "sent",
      timestamp: expect.stringMatching(/^\d{10}$/),
      recipient_id: "15551230001",
      biz_opaque_callback_data: "our-id",
    });
  });

  it("finds messages by `to` in any spelling of the number", async () => {
    const simulator = await aSimulator();
    for (const to of [ANA, "+15551230002"]) await send(simulator, text(to));
    expect(await sentMessages(simulator)).toHaveLength(2);
    expect(await sentMessages(simulator, "15551230002")).toHaveLength(1);
    const { body } = await control(simulator, "GET", "/api/messages?to=+1555-123-0002");
    expect(body.messages).toHaveLength(1);
  });

  it.each([
    ["no product", { ...text(), messaging_product: undefined }, "messaging_product"],
    ["no recipient", { ...text(), to: undefined }, "needs to or recipient"],
    ["a recipient without +", text("15551230001"), "leading +"],
    ["an unknown type", { ...text(), type: "poem" }, "type"],
    ["no sub-object", { ...text(), text: undefined }, "text"],
    ["a text that is too long", { ...text(), text: { body: "x".repeat(4097) } }, "text.body"],
    [
      "an image with both sources",
      { ...text(), type: "image", image: { id: "1", link: "https://a.test/x" } },
      "exactly one",
    ],
    ["an image without a source", { ...text(), type: "image", image: {} }, "exactly one"],
    ["a caption on audio", { ...text(), type: "audio", audio: { id: "1", caption: "x" } }, "audio"],
    [
      "a place off the map",
      { ...text(), type: "location", location: { latitude: 91, longitude: 0 } },
      "location.latitude",
    ],
    ["a reaction to nothing", { ...text(), type: "reaction", reaction: { emoji: "x" } }, "reaction.message_id"],
    [
      "callback data that is too long",
      text(ANA, { biz_opaque_callback_data: "x".repeat(513) }),
      "biz_opaque_callback_data",
    ],
    ["something that is no object", [1], "not a JSON object"],
  ])("refuses %s with InvalidParametersException", async (_, message, texts) => {
    const simulator = await aSimulator();
    const error = await refusal(send(simulator, message));
    expect([error.name, error.$metadata.httpStatusCode]).toEqual(["InvalidParametersException", 400]);
    expect(error.message).toContain(texts);
    expect(await sentMessages(simulator)).toEqual([]);
  });

  it("answers 404 for a number that is not linked, and 400 for an id that is none", async () => {
    const simulator = await aSimulator();
    const unknown = await refusal(send(simulator, text(), "phone-number-id-0000"));
    expect([unknown.name, unknown.$metadata.httpStatusCode]).toEqual(["ResourceNotFoundException", 404]);
    const malformed = await refusal(send(simulator, text(), "12345"));
    expect([malformed.name, malformed.$metadata.httpStatusCode]).toEqual(["ValidationException", 400]);
  });

  it("takes a number by its ARN", async () => {
    const simulator = await aSimulator();
    const arn = `arn:aws:social-messaging:us-east-1:000000000000:phone-number-id/${PHONE_ID.slice("phone-number-id-".length)}`;
    await send(simulator, text(), arn);
    expect((await sentMessages(simulator))[0]?.origination_phone_number_id).toBe(PHONE_ID);
  });

  it("marks a customer's message as read without listing the receipt as a message", async () => {
    const simulator = await aSimulator();
    const { body } = await writeIn(simulator, ANA, { type: "text", text: { body: "Hi" } });
    await send(simulator, { messaging_product: "whatsapp", status: "read", message_id: body.wamid });
    expect(await sentMessages(simulator)).toEqual([]);
    const thread = await control(simulator, "GET", "/api/customers/15551230001/messages");
    expect(thread.body.messages).toMatchObject([{ direction: "from customer", statuses: [{ status: "read" }] }]);
  });
});

describe("what the provider refuses later", () => {
  async function failureOf(
    message: unknown,
    prepare?: (simulator: Awaited<ReturnType<typeof aSimulator>>) => Promise<unknown>,
  ) {
    const simulator = await aSimulator();
    await prepare?.(simulator);
    await send(simulator, message);
    const statuses = await eventually(
      async () => (await sentMessages(simulator))[0]?.statuses ?? [],
      (found) => found.length > 0,
    );
    const heard = await eventually(simulator.receiver.statuses, (found) => found.length > 0);
    expect(heard[0]).toBe(statuses[0]?.status);
    return statuses[0]?.errors?.[0]?.code ?? statuses[0]?.status;
  }
  const hoursAgo = (hours: number) => Math.floor(Date.now() / 1000 - hours * 3600);
  const wroteAt =
    (timestamp: number, phone = ANA) =>
    (simulator: { url: string }) =>
      writeIn(simulator, phone, { type: "text", text: { body: "Hi" }, timestamp });
  const approved = (simulator: Awaited<ReturnType<typeof aSimulator>>) => anApprovedTemplate(simulator);

  it("fails a free-form message with 131047 unless the customer wrote within 24 hours", async () => {
    expect(await failureOf(text())).toBe(131047);
    expect(await failureOf(text(), wroteAt(hoursAgo(24.01)))).toBe(131047);
    expect(await failureOf(text(), wroteAt(hoursAgo(23.9)))).toBe("sent");
  });

  it("knows one customer under the spellings of a Brazilian number, and by user id", async () => {
    expect(await failureOf(text("+5511987654321"), wroteAt(hoursAgo(1), "551187654321"))).toBe("sent");
    const write = (simulator: { url: string }) =>
      writeIn(simulator, ANA, { type: "text", text: { body: "x" }, user_id: "US.77", without_phone: true });
    expect(await failureOf({ ...text(), to: undefined, recipient: "US.77" }, write)).toBe("sent");
  });

  it("does not open a window for a system message", async () => {
    const write = (simulator: { url: string }) =>
      writeIn(simulator, ANA, { type: "system", system: { body: "moved" } });
    expect(await failureOf(text(), write)).toBe(131047);
  });

  it.each([
    ["a fitting send", templateSend(FITTING), "sent"],
    [
      "too few body parameters",
      templateSend([FITTING[0], { type: "body", parameters: texts("Ana") }, FITTING[2]]),
      132000,
    ],
    ["no parameters", templateSend([]), 132000],
    ["a missing button parameter", templateSend(FITTING.slice(0, 2)), 131008],
    [
      "a surplus button",
      templateSend([...FITTING, { type: "button", sub_type: "url", index: "0", parameters: texts("x") }]),
      132000,
    ],
    ["an empty value", templateSend([FITTING[0], { type: "body", parameters: texts("", "x") }, FITTING[2]]), 132012],
    [
      "an unknown name",
      { ...templateSend(FITTING), template: { name: "nothing", language: { code: "en_US" } } },
      132001,
    ],
    ["another language", { ...templateSend([]), template: { name: "order_update", language: { code: "es" } } }, 132001],
  ])("judges a template: %s", async (_, message, outcome) => {
    expect(await failureOf(message, approved)).toBe(outcome);
  });

  it.each([
    ["PENDING", 132001],
    ["REJECTED", 132001],
    ["PAUSED", 132015],
    ["DISABLED", 132016],
  ])("fails a %s template with %d", async (status, code) => {
    const review = async (simulator: Awaited<ReturnType<typeof aSimulator>>) =>
      control(simulator, "POST", `/api/templates/${await anApprovedTemplate(simulator)}/status`, { status });
    const { statuses } = await (async () => {
      const simulator = await aSimulator();
      await review(simulator);
      await send(simulator, templateSend(FITTING));
      return eventually(
        async () => (await sentMessages(simulator))[0] ?? { statuses: [] },
        (found) => found.statuses.length > 0,
      );
    })();
    expect(statuses[0]?.errors?.[0]?.code).toBe(code);
  });

  it("wants the code of an authentication template twice", async () => {
    const otp = {
      ...{ name: "otp", language: "en_US", category: "AUTHENTICATION" },
      components: [
        { type: "BODY", add_security_recommendation: true },
        { type: "FOOTER", code_expiration_minutes: 10 },
        { type: "BUTTONS", buttons: [{ type: "OTP", otp_type: "COPY_CODE", text: "Copy code" }] },
      ],
    };
    const withComponents = (components: unknown[]) => ({
      ...templateSend([]),
      template: { name: "otp", language: { code: "en_US" }, components },
    });
    const prepare = (simulator: Awaited<ReturnType<typeof aSimulator>>) => anApprovedTemplate(simulator, otp);
    const body = { type: "body", parameters: texts("123456") };
    const button = { type: "button", sub_type: "url", index: "0", parameters: texts("123456") };
    expect(await failureOf(withComponents([body, button]), prepare)).toBe("sent");
    expect(await failureOf(withComponents([body]), prepare)).toBe(131008);
  });

  it("fails media that is not the number's, a reaction to nothing, and a message to itself", async () => {
    const image = { ...text(), type: "image", image: { id: "530339869524171" } };
    const reaction = { ...text(), type: "reaction", reaction: { message_id: "wamid.x", emoji: "👍" } };
    expect(await failureOf(image, wroteAt(hoursAgo(1)))).toBe(131053);
    expect(await failureOf(reaction, wroteAt(hoursAgo(1)))).toBe(131009);
    expect(await failureOf(text("+15550100001"))).toBe(131021);
  });

  it("reports of a reaction that it was sent, and no more", async () => {
    const simulator = await aSimulator();
    const { body } = await writeIn(simulator, ANA, { type: "text", text: { body: "Hi" } });
    await send(simulator, { ...text(), type: "reaction", reaction: { message_id: body.wamid, emoji: "👍" } });
    await send(simulator, text());
    await eventually(simulator.receiver.statuses, (found) => found.length === 4);
    const [reaction] = await sentMessages(simulator);
    expect(reaction?.statuses.map(({ status }) => status)).toEqual(["sent"]);
  });
});

describe("POST /api/faults (M-faults)", () => {
  it.each([
    [429, "ThrottledRequestException"],
    [500, "InternalServiceException"],
    [502, "DependencyException"],
    [403, "AccessDeniedException"],
    [404, "ResourceNotFoundException"],
    [400, "ValidationException"],
    [503, "ServiceUnavailable"],
    [504, "InternalServiceException"],
  ])("answers the next calls with %d as %s, and accepts nothing", async (status, name) => {
    const simulator = await aSimulator();
    const fault = { operation: "SendWhatsAppMessage", status, times: 2 };
    expect((await control(simulator, "POST", "/api/faults", fault)).status).toBe(201);
    for (let call = 0; call < 2; call += 1) {
      const error = await refusal(send(simulator, text()));
      expect([error.name, error.$metadata.httpStatusCode]).toEqual([name, status]);
    }
    await send(simulator, text());
    expect(await sentMessages(simulator)).toHaveLength(1);
  });

  it("accepts and loses the answer with timeout_after_accept", async () => {
    const simulator = await aSimulator();
    await control(simulator, "POST", "/api/faults", {
      operation: "SendWhatsAppMessage",
      timeout_after_accept: true,
      times: 1,
    });
    const impatient = aClient(simulator.url);
    const sending = send({ ...simulator, client: impatient }, text());
    const outcome = refusal(sending);
    await eventually(
      () => sentMessages(simulator),
      (found) => found.length === 1,
    );
    expect(
      await Promise.race([outcome.then(() => "answered"), new Promise((done) => setTimeout(done, 300, "waiting"))]),
    ).toBe("waiting");
    await eventually(simulator.receiver.statuses, (found) => found.length > 0);
    await simulator.close();
    expect((await outcome).$metadata?.httpStatusCode).toBeUndefined();
    impatient.destroy();
  });

  it("touches only its operation, and is gone after DELETE", async () => {
    const simulator = await aSimulator();
    await control(simulator, "POST", "/api/faults", { operation: "GetWhatsAppMessageMedia", status: 500, times: 9 });
    await send(simulator, text());
    await control(simulator, "POST", "/api/faults", { operation: "SendWhatsAppMessage", status: 500, times: 9 });
    expect((await control(simulator, "DELETE", "/api/faults")).status).toBe(204);
    await send(simulator, text());
    expect(await sentMessages(simulator)).toHaveLength(2);
  });
});
