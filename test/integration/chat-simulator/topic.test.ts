import { describe, expect, it } from "vitest";
import { aSimulator, control, eventually, send, sentMessages, TOPIC_ARN, text, writeIn } from "./simulator-fixture.ts";
import { aReceiver, isProperlySigned } from "./webhook-receiver.ts";

const ANA = "+15551230001";
const HI = { type: "text", text: { body: "Hi" } };

describe("the topic (M-simulator)", () => {
  it("asks for the confirmation first, and then sends signed notifications", async () => {
    const simulator = await aSimulator();
    await writeIn(simulator, ANA, HI);
    await eventually(simulator.receiver.notifications, (found) => found.length === 1);
    const [confirmation, notification] = simulator.receiver.received;
    expect(simulator.receiver.received.map(({ isSigned }) => isSigned)).toEqual([true, true]);
    expect(confirmation?.headers).toMatchObject({
      "content-type": "text/plain; charset=UTF-8",
      "x-amz-sns-message-type": "SubscriptionConfirmation",
      "x-amz-sns-topic-arn": TOPIC_ARN,
    });
    expect(confirmation?.headers["x-amz-sns-subscription-arn"]).toBeUndefined();
    const subscribe = new URL(confirmation?.body.SubscribeURL ?? "");
    expect(subscribe.origin).toBe(simulator.certificateUrlOrigin);
    expect(Object.fromEntries(subscribe.searchParams)).toMatchObject({
      ...{ Action: "ConfirmSubscription", TopicArn: TOPIC_ARN, Token: confirmation?.body.Token },
    });
    expect(notification?.headers["x-amz-sns-subscription-arn"]).toMatch(`${TOPIC_ARN}:`);
    expect(notification?.body).toMatchObject({ Type: "Notification", TopicArn: TOPIC_ARN, SignatureVersion: "2" });
    expect(notification?.body.SigningCertURL).toMatch(
      /^http:\/\/127\.0\.0\.1:\d+\/SimpleNotificationService-[0-9a-f]{32}\.pem$/,
    );
  });

  it("wraps Meta's entry as AWS does", async () => {
    const simulator = await aSimulator();
    const { body } = await writeIn(simulator, ANA, { ...HI, profile_name: "Ana" });
    const [notification] = await eventually(simulator.receiver.notifications, (found) => found.length === 1);
    const envelope = JSON.parse(notification?.body.Message ?? "");
    const { demoNumber } = simulator;
    expect(envelope).toEqual({
      context: {
        MetaWabaIds: [
          {
            wabaId: demoNumber.provider_business_account_id,
            arn: `arn:aws:social-messaging:us-east-1:000000000000:waba/${demoNumber.business_account_id.slice(5)}`,
          },
        ],
        MetaPhoneNumberIds: [
          {
            metaPhoneNumberId: demoNumber.provider_phone_number_id,
            arn: `arn:aws:social-messaging:us-east-1:000000000000:phone-number-id/${demoNumber.origination_phone_number_id.slice(16)}`,
          },
        ],
      },
      whatsAppWebhookEntry: expect.any(String),
      aws_account_id: "000000000000",
      message_timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{9}Z$/),
    });
    const userId = expect.stringMatching(/^US\.\d+$/);
    expect(JSON.parse(envelope.whatsAppWebhookEntry)).toEqual({
      id: demoNumber.provider_business_account_id,
      changes: [
        {
          field: "messages",
          value: {
            messaging_product: "whatsapp",
            metadata: {
              display_phone_number: demoNumber.display_phone_number,
              phone_number_id: demoNumber.provider_phone_number_id,
            },
            contacts: [{ profile: { name: "Ana" }, wa_id: "15551230001", user_id: userId }],
            messages: [
              {
                ...{ from: "15551230001", from_user_id: userId, id: body.wamid, type: "text", text: { body: "Hi" } },
                timestamp: expect.stringMatching(/^\d{10}$/),
              },
            ],
          },
        },
      ],
    });
  });

  it("puts the id that the send answered on the events of its message", async () => {
    const simulator = await aSimulator();
    const messageId = await send(simulator, text());
    const [notification] = await eventually(simulator.receiver.notifications, (found) => found.length === 1);
    expect(JSON.parse(notification?.body.Message ?? "")).toMatchObject({ messageId });
  });

  it("publishes nothing before the confirmation, asks again, and loses nothing meanwhile", async () => {
    const receiver = await aReceiver();
    receiver.confirms = false;
    const simulator = await aSimulator({ receiver });
    await writeIn(simulator, ANA, HI);
    await eventually(
      () => receiver.received.length,
      (count) => count >= 2,
    );
    expect(receiver.notifications()).toEqual([]);
    const first = receiver.received[0]?.body.SubscribeURL ?? "";
    expect((await fetch(first.replace(/Token=\w{4}/, "Token=0000"))).status).toBe(400);
    expect(receiver.notifications()).toEqual([]);
    expect(await (await fetch(first)).text()).toContain("<ConfirmSubscriptionResult><SubscriptionArn>arn:aws:sns:");
    await eventually(receiver.notifications, (found) => found.length === 1);
  });

  it("waits while the webhook's address is not known, and until it listens", async () => {
    const receiver = await aReceiver();
    let address: string | undefined;
    const simulator = await aSimulator({ receiver, webhookUrl: () => address });
    await writeIn(simulator, ANA, HI);
    expect(receiver.received).toEqual([]);
    address = receiver.url;
    await eventually(receiver.notifications, (found) => found.length === 1);
  });

  it("repeats a message after 5xx and 429 under its id, and gives up on another 4xx", async () => {
    const simulator = await aSimulator();
    const { receiver } = simulator;
    receiver.answers.push(500, 429, 200, 400);
    await writeIn(simulator, ANA, HI);
    await eventually(receiver.notifications, (found) => found.length === 3);
    expect(new Set(receiver.notifications().map(({ body }) => body.MessageId)).size).toBe(1);
    expect(new Set(receiver.notifications().map(({ body }) => body.Signature)).size).toBe(1);
    const refused = await writeIn(simulator, ANA, HI);
    await eventually(receiver.notifications, (found) => found.length === 4);
    const next = await writeIn(simulator, ANA, HI);
    await eventually(receiver.notifications, (found) => found.length === 5);
    expect(
      receiver
        .changes()
        .slice(3)
        .map(({ value }) => value.messages[0].id),
    ).toEqual([refused.body.wamid, next.body.wamid]);
  });

  it("tells its observer what was published, what was delivered, and what was refused for good", async () => {
    const seen: string[] = [];
    const kept: string[] = [];
    const topicObserver = {
      published: () => void seen.push("published"),
      delivered: () => void seen.push("delivered"),
      undelivered: (notification: string) => {
        seen.push("undelivered");
        kept.push(notification);
      },
    };
    const simulator = await aSimulator({ topicObserver });
    const { receiver } = simulator;
    receiver.answers.push(500, 200, 403);
    await writeIn(simulator, ANA, HI);
    await eventually(
      () => seen,
      (found) => found.length === 2,
    );
    await writeIn(simulator, ANA, HI);
    await eventually(
      () => seen,
      (found) => found.length === 4,
    );
    expect(seen).toEqual(["published", "delivered", "published", "undelivered"]);
    expect(kept.map((one) => JSON.parse(one))).toEqual([receiver.notifications().at(-1)?.body]);
  });
});

describe("PUT /api/behaviour (M-behaviour)", () => {
  async function statusesWith(behaviour: Record<string, unknown>, count: number) {
    const simulator = await aSimulator();
    expect((await control(simulator, "PUT", "/api/behaviour", behaviour)).status).toBe(200);
    await writeIn(simulator, ANA, HI);
    const messages = behaviour.duplicate === true ? 3 : 1;
    await eventually(simulator.receiver.notifications, (found) => found.length === messages);
    await send(simulator, text(ANA, { biz_opaque_callback_data: "our-id" }));
    await eventually(simulator.receiver.statuses, (found) => found.length >= count);
    return simulator;
  }

  it("sends the statuses that it is told", async () => {
    const simulator = await statusesWith({ auto_status: ["sent", "failed"] }, 2);
    expect(simulator.receiver.statuses()).toEqual(["sent", "failed"]);
    await control(simulator, "PUT", "/api/behaviour", { auto_status: [] });
    await send(simulator, text());
    const [, silent] = await sentMessages(simulator);
    await control(simulator, "POST", `/api/messages/${silent?.id}/status`, { status: "delivered" });
    await eventually(simulator.receiver.statuses, (found) => found.length === 3);
    expect(simulator.receiver.statuses()[2]).toBe("delivered");
  });

  it("waits delay_ms before each status, and shows none before its time", async () => {
    const simulator = await aSimulator();
    await control(simulator, "PUT", "/api/behaviour", { auto_status: ["sent", "delivered"], delay_ms: 300 });
    await writeIn(simulator, ANA, HI);
    const startedMs = performance.now();
    await send(simulator, text());
    expect((await sentMessages(simulator))[0]?.statuses).toEqual([]);
    await eventually(simulator.receiver.statuses, (found) => found.length === 1);
    expect(performance.now() - startedMs).toBeGreaterThan(290);
    await eventually(simulator.receiver.statuses, (found) => found.length === 2);
    expect(performance.now() - startedMs).toBeGreaterThan(590);
  });

  it("delivers every event three times with duplicate: the topic's repeat and the provider's", async () => {
    const simulator = await statusesWith({ auto_status: ["sent"], duplicate: true }, 3);
    const ofStatus = simulator.receiver.notifications().filter(({ body }) => body.Message?.includes("statuses"));
    expect(new Set(ofStatus.map(({ body }) => body.MessageId)).size).toBe(2);
    expect(new Set(ofStatus.map(({ body }) => body.Message)).size).toBe(1);
  });

  it("never keeps the natural order with shuffle", async () => {
    const simulator = await statusesWith({ auto_status: ["sent", "delivered", "read"], shuffle: true }, 3);
    expect(simulator.receiver.statuses().toSorted()).toEqual(["delivered", "read", "sent"]);
    expect(simulator.receiver.statuses()).not.toEqual(["sent", "delivered", "read"]);
  });

  it("has a status heard before the send is answered with early_status", async () => {
    const simulator = await aSimulator();
    await writeIn(simulator, ANA, HI);
    await eventually(simulator.receiver.notifications, (found) => found.length === 1);
    await control(simulator, "PUT", "/api/behaviour", { early_status: true });
    await send(simulator, text());
    expect(simulator.receiver.statuses()[0]).toBe("sent");
  });

  it("leaves our id out with omit_callback_data", async () => {
    const simulator = await statusesWith({ auto_status: ["sent"], omit_callback_data: true }, 1);
    const [status] = simulator.receiver.changes().flatMap(({ value }) => value.statuses ?? []);
    expect(status).not.toHaveProperty("biz_opaque_callback_data");
  });
});

describe("POST /api/topic (M-topic)", () => {
  it.each(["1", "2", 1, 2])(
    "publishes a well signed message of version %s and answers what the webhook did",
    async (version) => {
      const simulator = await aSimulator();
      const message = { context: {}, whatsAppWebhookEntry: "{}", aws_account_id: "1" };
      const asked = { kind: "notification", corrupt: "none", message, signature_version: version };
      const { status, body } = await control(simulator, "POST", "/api/topic", asked);
      expect([status, body]).toEqual([200, { status: 200, body: "answered 200", ms: expect.any(Number) }]);
      const [received] = simulator.receiver.notifications();
      expect(received).toMatchObject({ isSigned: true, body: { SignatureVersion: String(version) } });
      expect(JSON.parse(received?.body.Message ?? "")).toEqual(message);
    },
  );

  it.each([
    ["signature", "notification"],
    ["topic", "notification"],
    ["cert_url", "notification"],
    ["signature", "subscription"],
    ["topic", "subscription"],
  ])("corrupts the %s of a %s, and that alone", async (corrupt, kind) => {
    const simulator = await aSimulator();
    await control(simulator, "POST", "/api/topic", { kind, corrupt, message: "as it is" });
    const [bad] = simulator.receiver.received.filter(({ body }) => body.Message === "as it is");
    expect(bad?.body.Type).toBe(kind === "notification" ? "Notification" : "SubscriptionConfirmation");
    expect(bad?.isSigned).toBe(corrupt === "topic");
    expect(bad?.body.TopicArn === TOPIC_ARN).toBe(corrupt !== "topic");
    const isOwnCertificate = bad?.body.SigningCertURL?.startsWith(simulator.certificateUrlOrigin) ?? false;
    expect(isOwnCertificate).toBe(corrupt !== "cert_url");
    const mended = {
      ...bad?.body,
      SigningCertURL: `${simulator.url}${new URL(bad?.body.SigningCertURL ?? "").pathname}`,
    };
    expect(await isProperlySigned(mended)).toBe(corrupt !== "signature");
  });

  it("publishes a good subscription whose token confirms", async () => {
    const simulator = await aSimulator();
    await control(simulator, "POST", "/api/topic", { kind: "subscription", corrupt: "none" });
    const asked = simulator.receiver.received.at(-1)?.body ?? {};
    expect(await isProperlySigned(asked)).toBe(true);
    expect((await fetch(asked.SubscribeURL ?? "")).status).toBe(200);
  });

  it("posts messages of any topic to the webhook of mails, and confirms their subscriptions (D45g)", async () => {
    const simulator = await aSimulator();
    const topic_arn = "arn:aws:sns:eu-west-1:123456789012:ses-feedback";
    const mail = { webhook: "email", topic_arn, message: { notificationType: "Delivery" } };
    for (const kind of ["notification", "subscription"]) {
      const { status } = await control(simulator, "POST", "/api/topic", { ...mail, kind });
      expect(status).toBe(200);
    }
    const ours = simulator.receiver.received.filter(({ body }) => body.TopicArn === topic_arn);
    const received = { path: "/webhooks/cloud/topic/email", isSigned: true };
    expect(ours).toMatchObject([received, received]);
    const { SubscribeURL = "" } = ours[1]?.body ?? {};
    expect((await fetch(SubscribeURL)).status).toBe(200);
    expect((await fetch(SubscribeURL.replace("ses-feedback", "another"))).status).toBe(400);
    expect(
      (await control(simulator, "POST", "/api/topic", { ...mail, kind: "notification", webhook: "sms" })).status,
    ).toBe(400);
  });

  it("opens the window of a customer whose message it publishes", async () => {
    const simulator = await aSimulator();
    const value = {
      metadata: { phone_number_id: simulator.demoNumber.provider_phone_number_id },
      messages: [{ from: "15551230001", timestamp: String(Math.floor(Date.now() / 1000)), type: "text" }],
    };
    const entry = JSON.stringify({ id: "1", changes: [{ field: "messages", value }] });
    await control(simulator, "POST", "/api/topic", { kind: "notification", message: { whatsAppWebhookEntry: entry } });
    await send(simulator, text());
    const found = await eventually(
      async () => (await sentMessages(simulator))[0]?.statuses ?? [],
      (statuses) => statuses.length > 0,
    );
    expect(found[0]?.status).toBe("sent");
  });

  it("answers 502 when nothing listens, and 503 when the address is not known", async () => {
    const nobody = await aSimulator({ webhookUrl: () => "http://127.0.0.1:1/" });
    const asked = { kind: "notification", message: "x" };
    expect((await control(nobody, "POST", "/api/topic", asked)).status).toBe(502);
    const unknown = await aSimulator({ webhookUrl: () => undefined });
    expect((await control(unknown, "POST", "/api/topic", asked)).status).toBe(503);
  });
});
