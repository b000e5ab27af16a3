import { connect } from "node:net";
import {
  GetLinkedWhatsAppBusinessAccountCommand,
  GetLinkedWhatsAppBusinessAccountPhoneNumberCommand,
  ListLinkedWhatsAppBusinessAccountsCommand,
  PutWhatsAppBusinessAccountEventDestinationsCommand,
} from "@aws-sdk/client-socialmessaging";
import { describe, expect, it } from "vitest";
import {
  aSimulator,
  control,
  eventually,
  PHONE_ID,
  refusal,
  send,
  sentMessages,
  TOPIC_ARN,
  text,
  WABA_ID,
  writeIn,
} from "./simulator-fixture.ts";

const ANA = "+15551230001";
const OTHER = {
  business_account_id: "waba-2222",
  origination_phone_number_id: "phone-number-id-2222",
  provider_business_account_id: "222222222222222",
  provider_phone_number_id: "222222222222223",
};

describe("POST /api/messages/{id}/status (M-status)", () => {
  it("publishes a status by our id, the message id or the wamid", async () => {
    const simulator = await aSimulator();
    await control(simulator, "PUT", "/api/behaviour", { auto_status: [] });
    await writeIn(simulator, ANA, { type: "text", text: { body: "Hi" } });
    await send(simulator, text());
    const [message] = await sentMessages(simulator);
    for (const id of [message?.id, message?.message_id, message?.wamid]) {
      const path = `/api/messages/${encodeURIComponent(id ?? "")}/status`;
      expect((await control(simulator, "POST", path, { status: "sent" })).status).toBe(200);
    }
    await control(simulator, "POST", `/api/messages/${message?.id}/status`, { status: "failed", error_code: 131026 });
    await eventually(simulator.receiver.statuses, (found) => found.length === 4);
    const failed = simulator.receiver
      .changes()
      .flatMap(({ value }) => value.statuses ?? [])
      .at(-1);
    expect(failed).toMatchObject({
      status: "failed",
      errors: [{ code: 131026, error_data: { details: expect.any(String) } }],
    });
    expect((await sentMessages(simulator))[0]?.statuses.map(({ status }) => status)).toEqual([
      "sent",
      "sent",
      "sent",
      "failed",
    ]);
  });
});

describe("POST /api/customers/{phone}/messages (M-customer)", () => {
  const inbound = async (body: Record<string, unknown>) => {
    const simulator = await aSimulator();
    const { status, body: answer } = await writeIn(simulator, ANA, body);
    expect([status, answer]).toEqual([201, { wamid: expect.stringMatching(/^wamid\./) }]);
    const changes = await eventually(simulator.receiver.changes, (found) => found.length > 0);
    return { ...changes[0]?.value, message: changes[0]?.value.messages[0], simulator };
  };

  it.each([
    ["location", { latitude: 1.5, longitude: 2.5, name: "HQ" }],
    ["reaction", { message_id: "wamid.x", emoji: "👍" }],
    ["button", { payload: "P", text: "Yes" }],
    ["interactive", { type: "button_reply", button_reply: { id: "1", title: "Yes" } }],
    ["contacts", [{ name: { formatted_name: "X" }, phones: [] }]],
    ["order", { catalog_id: "1" }],
    ["something_new", { any: { thing: true } }],
  ])("passes %s on as it is", async (type, object) => {
    const { message } = await inbound({ type, [type]: object, context: { id: "wamid.q", from: "1" } });
    expect(message).toMatchObject({ type, [type]: object, context: { id: "wamid.q", from: "1" } });
  });

  it.each(["__proto__", "constructor"])("takes a type called %s", async (type) => {
    const { message } = await inbound(JSON.parse(`{"type":"${type}","${type}":{"any":1}}`));
    expect(message.type).toBe(type);
  });

  it.each([
    ["image", { caption: "x" }, undefined, "image/jpeg"],
    ["audio", {}, undefined, "audio/ogg; codecs=opus"],
    ["document", {}, "application/pdf", "application/pdf"],
    ["sticker", {}, "image/webp", "image/webp"],
  ])("gives %s an id, a type and a digest", async (type, object, content_type, mime) => {
    const content_base64 = Buffer.from("content").toString("base64");
    const { message } = await inbound({ type, [type]: object, content_base64, content_type, filename: "a.pdf" });
    expect(message[type]).toMatchObject({
      ...object,
      mime_type: mime,
      id: expect.stringMatching(/^\d{15}$/),
      sha256: "7XACtDnprIRfIjV9giusFERzD722AW0+yUMil7nsn3M=",
    });
    expect(message[type].filename).toBe(type === "document" ? "a.pdf" : undefined);
    expect(message).not.toHaveProperty("content_base64");
  });

  it("leaves the phone number out where it is hidden, and no contacts on a system message", async () => {
    const hidden = await inbound({ type: "text", text: { body: "x" }, without_phone: true, user_id: "US.77" });
    expect(hidden.message).not.toHaveProperty("from");
    expect(hidden.message.from_user_id).toBe("US.77");
    expect(hidden.contacts).toEqual([{ user_id: "US.77" }]);
    const system = await inbound({ type: "system", system: { body: "x", type: "user_changed_number" } });
    expect(system).not.toHaveProperty("contacts");
  });

  it("takes the time, repeats with duplicate, and goes to the number it is told", async () => {
    const simulator = await aSimulator();
    expect((await control(simulator, "POST", "/api/numbers", OTHER)).status).toBe(201);
    const given = { account_phone_id: OTHER.origination_phone_number_id, timestamp: 1_700_000_000, duplicate: true };
    await writeIn(simulator, ANA, { type: "text", text: { body: "x" }, ...given });
    const changes = await eventually(simulator.receiver.changes, (found) => found.length === 3);
    for (const { value } of changes) {
      expect(value.metadata).toEqual({
        display_phone_number: "15552222223",
        phone_number_id: OTHER.provider_phone_number_id,
      });
      expect(value.messages[0].timestamp).toBe("1700000000");
    }
  });
});

describe("linked numbers (M-numbers)", () => {
  it("shows the demo's account and number as AWS does", async () => {
    const { client, demoNumber } = await aSimulator();
    const { account } = await client.send(new GetLinkedWhatsAppBusinessAccountCommand({ id: WABA_ID }));
    expect(account).toMatchObject({
      ...{ id: WABA_ID, wabaId: demoNumber.provider_business_account_id, registrationStatus: "COMPLETE" },
      linkDate: expect.any(Date),
      eventDestinations: [{ eventDestinationArn: TOPIC_ARN }],
      phoneNumbers: [{ phoneNumberId: PHONE_ID, metaPhoneNumberId: demoNumber.provider_phone_number_id }],
    });
    const number = await client.send(new GetLinkedWhatsAppBusinessAccountPhoneNumberCommand({ id: PHONE_ID }));
    expect(number).toMatchObject({
      phoneNumber: { phoneNumberId: PHONE_ID, qualityRating: "GREEN" },
      linkedWhatsAppBusinessAccountId: WABA_ID,
    });
  });

  it("lists accounts in pages, and answers 404 for what is not linked", async () => {
    const simulator = await aSimulator();
    await control(simulator, "POST", "/api/numbers", OTHER);
    const list = (nextToken?: string) =>
      simulator.client.send(
        new ListLinkedWhatsAppBusinessAccountsCommand({ maxResults: 1, ...(nextToken && { nextToken }) }),
      );
    const first = await list();
    const second = await list(first.nextToken);
    expect([...(first.linkedAccounts ?? []), ...(second.linkedAccounts ?? [])].map(({ id }) => id)).toEqual([
      WABA_ID,
      OTHER.business_account_id,
    ]);
    expect(second.nextToken).toBeUndefined();
    const missing = await refusal(simulator.client.send(new GetLinkedWhatsAppBusinessAccountCommand({ id: "waba-0" })));
    expect(missing.name).toBe("ResourceNotFoundException");
  });

  it("takes its own topic as event destination and no other", async () => {
    const { client } = await aSimulator();
    const put = (eventDestinationArn: string) =>
      client.send(
        new PutWhatsAppBusinessAccountEventDestinationsCommand({
          id: WABA_ID,
          eventDestinations: [{ eventDestinationArn }],
        }),
      );
    expect((await put(TOPIC_ARN)).$metadata.httpStatusCode).toBe(200);
    expect((await refusal(put(`${TOPIC_ARN}-other`))).name).toBe("InvalidParametersException");
  });

  it("refuses a provider id that another number has with 409, and takes the same number again", async () => {
    const simulator = await aSimulator();
    expect((await control(simulator, "POST", "/api/numbers", OTHER)).status).toBe(201);
    expect((await control(simulator, "POST", "/api/numbers", OTHER)).status).toBe(201);
    const thief = { ...OTHER, origination_phone_number_id: "phone-number-id-3333" };
    expect((await control(simulator, "POST", "/api/numbers", thief)).status).toBe(409);
  });
});

describe("what the control API refuses", () => {
  it("answers bad input with 400 and words, in JSON", async () => {
    const simulator = await aSimulator();
    await send(simulator, text());
    const [message] = await sentMessages(simulator);
    const status = `/api/messages/${message?.id}/status`;
    const write = "/api/customers/15551230001/messages";
    const bad: [string, string, unknown, string][] = [
      ["PUT", "/api/behaviour", { auto_status: ["gone"] }, "auto_status.0"],
      ["PUT", "/api/behaviour", { delay_ms: -1 }, "delay_ms"],
      ["PUT", "/api/behaviour", { surprise: true }, "surprise"],
      ["PUT", "/api/behaviour", "{", "not JSON"],
      ["POST", status, { status: "gone" }, "status"],
      ["POST", status, {}, "status"],
      ["POST", write, { text: { body: "x" } }, "type"],
      ["POST", write, { type: "text" }, "text"],
      ["POST", write, { type: "text", text: { body: 1 } }, "text"],
      ["POST", write, { type: "image", image: [], content_base64: "!" }, "content_base64"],
      ["POST", write, { type: "text", text: { body: "x" }, timestamp: "soon" }, "timestamp"],
      ["POST", write, { type: "text", text: { body: "x" }, account_phone_id: "phone-number-id-0" }, "account_phone_id"],
      ["POST", "/api/customers/somebody/messages", { type: "text", text: { body: "x" } }, "phone number"],
      ["POST", "/api/customers/%E0%A4/messages", { type: "text", text: { body: "x" } }, "path"],
      ["POST", "/api/numbers", { ...OTHER, provider_phone_number_id: "x" }, "provider_phone_number_id"],
      ["POST", "/api/numbers", { ...OTHER, origination_phone_number_id: "1" }, "origination_phone_number_id"],
      ["POST", "/api/faults", { operation: "Sing", status: 500, times: 1 }, "operation"],
      ["POST", "/api/faults", { operation: "SendWhatsAppMessage", times: 1 }, "exactly one"],
      ["POST", "/api/faults", { operation: "SendWhatsAppMessage", status: 200, times: 1 }, "status"],
      ["POST", "/api/faults", { operation: "SendWhatsAppMessage", status: 500, times: 0 }, "times"],
      ["POST", "/api/topic", { kind: "news", message: "x" }, "kind"],
      ["POST", "/api/topic", { kind: "notification" }, "message"],
      ["POST", "/api/topic", { kind: "notification", message: "x", corrupt: "all" }, "corrupt"],
      ["GET", "/api/messages?limit=0", undefined, "limit"],
    ];
    for (const [method, path, body, words] of bad) {
      const answer = await control(simulator, method, path, body);
      expect({ method, path, ...answer }).toMatchObject({
        status: 400,
        body: { error: expect.stringContaining(words) },
      });
    }
  });

  it("answers 404 and 405 in JSON, and AWS's own words on its paths", async () => {
    const simulator = await aSimulator();
    expect(await control(simulator, "GET", "/api/nothing")).toEqual({ status: 404, body: { error: "not found" } });
    expect(await control(simulator, "GET", "/nothing")).toEqual({ status: 404, body: { error: "not found" } });
    expect((await control(simulator, "POST", "/api/messages/99/status", { status: "sent" })).status).toBe(404);
    expect((await control(simulator, "POST", "/api/templates/99/status", { status: "APPROVED" })).status).toBe(404);
    const wrong = await fetch(`${simulator.url}/api/behaviour`, { method: "DELETE" });
    expect([wrong.status, wrong.headers.get("allow")]).toEqual([405, "GET, PUT"]);
    const unknown = await fetch(`${simulator.url}/v1/whatsapp/nothing`, { method: "POST", body: "{}" });
    expect([unknown.status, unknown.headers.get("x-amzn-errortype")]).toEqual([404, "UnknownOperationException"]);
    const unreadable = await fetch(`${simulator.url}/v1/whatsapp/send`, { method: "POST", body: "{" });
    expect([unreadable.status, unreadable.headers.get("x-amzn-errortype")]).toEqual([400, "ValidationException"]);
    expect(unreadable.headers.get("x-amzn-requestid")).toMatch(/^[0-9a-f-]{36}$/);
  });

  it("refuses pages of other sites, and names that were made to point here", async () => {
    const simulator = await aSimulator();
    const post = (headers: Record<string, string>) =>
      fetch(`${simulator.url}/api/faults`, { method: "DELETE", headers }).then(({ status }) => status);
    expect(await post({ origin: "https://evil.example" })).toBe(403);
    expect(await post({ origin: simulator.url })).toBe(204);
    const port = Number(new URL(simulator.url).port);
    const answer = await new Promise<string>((done) => {
      const socket = connect(port, "127.0.0.1");
      socket.once("data", (data) => {
        socket.destroy();
        done(data.toString());
      });
      socket.write("GET /api/messages HTTP/1.1\r\nHost: evil.example\r\n\r\n");
    });
    expect(answer).toMatch(/^HTTP\/1\.1 421 /);
  });
});
