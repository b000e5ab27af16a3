import { beforeAll, describe, expect, it } from "vitest";
import type { QueuedChatEvent } from "../../../shared/chat/ports/chat-event-queue.ts";
import { receiveTopicMessage } from "../../../shared/chat/receive-topic-message.ts";
import { TopicServiceUnavailableError } from "../../../shared/cloud-topic/ports.ts";
import type { BoundedAnswer, BoundedGet } from "../../../shared/cloud-topic/sns/bounded-get.ts";
import { SnsTopicService } from "../../../shared/cloud-topic/sns/sns-topic-service.ts";
import { Refusal } from "../../../shared/kernel/refusal.ts";
import {
  aConfirmation,
  aNotification,
  aSigner,
  CERTIFICATE_URL,
  type Signer,
  signed,
  TOPIC_ARN,
  TOPIC_ORIGIN,
  type TopicFields,
} from "../../support/signed-topic.ts";
import { silentLog } from "../../support/silent-telemetry.ts";

let signer: Signer;
let stranger: Signer;
beforeAll(async () => {
  [signer, stranger] = await Promise.all([aSigner(), aSigner()]);
});

const NOW = Date.now();
const HOUR_MS = 3_600_000;
const otherPath = (n: number) => `${TOPIC_ORIGIN}/SimpleNotificationService-${String(n).padStart(32, "0")}.pem`;

/**
 * Creates the webhook with a topic service that answers as `answer` says. By default it serves the real certificate.
 */
function aWebhook(
  answer: (url: string) => BoundedAnswer | Promise<BoundedAnswer> = () => ({ status: 200, text: signer.pem }),
) {
  const asked: string[] = [];
  /** Contains the queued events other than messages. */
  const queued: QueuedChatEvent[] = [];
  const messages: QueuedChatEvent[] = [];
  const clock = { nowMs: NOW };
  const get: BoundedGet = async (url) => {
    asked.push(url);
    return answer(url);
  };
  const deps = {
    topic: { arn: TOPIC_ARN, origin: TOPIC_ORIGIN },
    topicService: new SnsTopicService(get, () => clock.nowMs),
    inboundMessageQueue: { enqueue: async (event: QueuedChatEvent) => void messages.push(event) },
    chatEventQueue: { enqueue: async (event: QueuedChatEvent) => void queued.push(event) },
    clock: { now: () => clock.nowMs },
    log: silentLog,
  };
  const post = async (text: string): Promise<string> => {
    try {
      await receiveTopicMessage(deps, text);
      return "taken";
    } catch (error) {
      if (error instanceof Refusal) return error.code;
      throw error;
    }
  };
  return { post, asked, queued, messages, clock, deps };
}

describe("receiveTopicMessage()", () => {
  it.each(["1", "2"])("queues a notification with a signature of version %s as it came", async (SignatureVersion) => {
    const { post, queued, asked } = aWebhook();
    const fields = aNotification({ SignatureVersion });
    expect(await post(signed(fields, signer))).toBe("taken");
    expect(queued).toEqual([{ envelope: fields.Message, arrivedAtMs: NOW, repeated: 0 }]);
    expect(asked).toEqual([CERTIFICATE_URL]);
  });

  it("signs the subject only when there is one, and ignores what is not signed", async () => {
    const { post } = aWebhook();
    expect(await post(signed(aNotification({ Subject: "Event" }), signer))).toBe("taken");
    expect(
      await post(signed(aNotification({ Subject: null, MessageAttributes: { a: {} }, SubscribeURL: 1 }), signer)),
    ).toBe("taken");
  });

  it("refuses every signed field when it was changed", async () => {
    const { post, queued } = aWebhook();
    const fields = { ...aConfirmation(), Subject: "x" };
    for (const make of [aNotification({ Subject: "x" }), fields]) {
      const genuine: TopicFields = JSON.parse(signed(make, signer));
      for (const name of ["Message", "MessageId", "Timestamp"]) {
        expect([name, await post(JSON.stringify({ ...genuine, [name]: `${genuine[name]} ` }))]).toEqual([
          name,
          "event_refused",
        ]);
      }
    }
    const subject: TopicFields = JSON.parse(signed(aNotification({ Subject: "x" }), signer));
    expect(await post(JSON.stringify({ ...subject, Subject: "y" }))).toBe("event_refused");
    expect(await post(JSON.stringify({ ...subject, Subject: undefined }))).toBe("event_refused");
    const confirmation: TopicFields = JSON.parse(signed(aConfirmation(), signer));
    expect(await post(JSON.stringify({ ...confirmation, Token: "ff" }))).toBe("event_refused");
    expect(await post(JSON.stringify({ ...confirmation, SubscribeURL: `${confirmation.SubscribeURL}0` }))).toBe(
      "event_refused",
    );
    expect(await post(JSON.stringify({ ...confirmation, Type: "UnsubscribeConfirmation" }))).toBe("event_refused");
    expect(await post(JSON.stringify({ ...confirmation, Type: "Notification" }))).toBe("event_refused");
    expect(queued).toEqual([]);
  });

  it.each([
    ["another's signature", () => signed(aNotification(), stranger)],
    [
      "a signature of another version",
      () => signed(aNotification(), signer).replace('"SignatureVersion":"2"', '"SignatureVersion":"1"'),
    ],
    ["a version of tomorrow", () => JSON.stringify(aNotification({ SignatureVersion: "3", Signature: "AAAA" }))],
    ["no signature", () => JSON.stringify(aNotification())],
    ["a signature that is no base64", () => JSON.stringify(aNotification({ Signature: "%%%" }))],
    ["a signature of a megabyte", () => JSON.stringify(aNotification({ Signature: "A".repeat(1_000_000) }))],
  ])("refuses %s", async (_what, message) => {
    const { post, queued } = aWebhook();
    expect(await post(message())).toBe("event_refused");
    expect(queued).toEqual([]);
  });

  it.each([
    "arn:aws:sns:eu-west-1:123456789012:another",
    "arn:aws:sns:eu-west-1:210987654321:herald-chat-events",
    "arn:aws:sns:us-east-1:123456789012:herald-chat-events",
    `${TOPIC_ARN} `,
    "",
  ])("asks nobody about a message of the topic %j", async (TopicArn) => {
    const { post, asked } = aWebhook();
    expect(await post(signed(aNotification({ TopicArn }), signer))).toBe("event_refused");
    expect(asked).toEqual([]);
  });

  const NAME = "SimpleNotificationService-0123456789abcdef0123456789abcdef.pem";
  it.each([
    `https://sns.s3-us-west-2.amazonaws.com/${NAME}`,
    `https://sns.us-east-1.amazonaws.com/${NAME}`,
    `http://sns.eu-west-1.amazonaws.com/${NAME}`,
    `https://sns.eu-west-1.amazonaws.com.cn/${NAME}`,
    `https://sns.eu-west-1.amazonaws.com:443/${NAME}`,
    `https://sns.eu-west-1.amazonaws.com:8443/${NAME}`,
    `https://user@sns.eu-west-1.amazonaws.com/${NAME}`,
    `https://sns.eu-west-1.amazonaws.com@evil.example/${NAME}`,
    `https://sns.eu-west-1.amazonaws.com.evil.example/${NAME}`,
    `https://sns.eu-west-1.amazonaws.com\\@evil.example/${NAME}`,
    `https://evil.example/?https://sns.eu-west-1.amazonaws.com/${NAME}`,
    `https://sns.eu-west-1.amazonaws.com/${NAME}?x=1`,
    `https://sns.eu-west-1.amazonaws.com/${NAME}#.pem`,
    "https://sns.eu-west-1.amazonaws.com/?x=.pem",
    `https://sns.eu-west-1.amazonaws.com//${NAME}`,
    `https://sns.eu-west-1.amazonaws.com/x/../${NAME}`,
    `https://sns.eu-west-1.amazonaws.com/${NAME}\n`,
    `https://sns.eu-west-1.amazonaws.com/SimpleNotificationService-${"a".repeat(31)}.pem`,
    `https://SNS.eu-west-1.amazonaws.com/${NAME}`,
    "file:///etc/passwd",
    "",
  ])("asks nobody for a certificate at %j", async (SigningCertURL) => {
    const { post, asked } = aWebhook();
    expect(await post(signed(aNotification({ SigningCertURL }), signer))).toBe("event_refused");
    expect(asked).toEqual([]);
  });

  it.each([
    ["expired", () => aSigner({ fromMs: NOW - 20_000_000, untilMs: NOW - 10_000_000 })],
    ["not valid yet", () => aSigner({ fromMs: NOW + 10_000_000, untilMs: NOW + 20_000_000 })],
    ["of somebody else", () => aSigner({ name: "CN=sns.amazonaws.com.evil.example" })],
    ["with the name in another field", () => aSigner({ name: "CN=evil.example, O=sns.amazonaws.com" })],
  ])("refuses a certificate that is %s", async (_what, make) => {
    const other = await make();
    const { post } = aWebhook(() => ({ status: 200, text: other.pem }));
    expect(await post(signed(aNotification(), other))).toBe("event_refused");
  });

  it("refuses a key of another kind", async () => {
    const other = await aSigner({ isElliptic: true });
    const { post } = aWebhook(() => ({ status: 200, text: other.pem }));
    expect(await post(signed(aNotification(), signer))).toBe("event_refused");
  });

  it("refuses a certificate that ends while it is kept", async () => {
    const short = await aSigner({ untilMs: NOW + 60_000 });
    const { post, clock } = aWebhook(() => ({ status: 200, text: short.pem }));
    expect(await post(signed(aNotification(), short))).toBe("taken");
    clock.nowMs = NOW + 120_000;
    expect(await post(signed(aNotification(), short))).toBe("event_refused");
  });

  it.each([
    ["a redirect", { status: 302, text: "" }],
    ["nothing there", { status: 404, text: "no" }],
    ["what is no certificate", { status: 200, text: "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----" }],
    ["what was too long to be read", { status: 200, text: "" }],
  ])("does not accept %s as a certificate, and asks only once", async (_what, answer) => {
    const { post, asked } = aWebhook(() => answer);
    for (let n = 0; n < 3; n++) expect(await post(signed(aNotification(), signer))).toBe("event_refused");
    expect(asked).toHaveLength(1);
  });

  it("asks once for many messages at the same time, and keeps the certificate", async () => {
    const { post, asked } = aWebhook();
    const texts = Array.from({ length: 20 }, () => signed(aNotification(), signer));
    expect(new Set(await Promise.all(texts.map(post)))).toEqual(new Set(["taken"]));
    expect(await post(texts[0] ?? "")).toBe("taken");
    expect(asked).toHaveLength(1);
  });

  it("tells the topic service to come back when its certificate cannot be had, and then asks again", async () => {
    let tries = 0;
    const { post } = aWebhook(() => {
      tries += 1;
      if (tries === 1) throw new TopicServiceUnavailableError("down");
      return tries === 2 ? { status: 503, text: "" } : { status: 200, text: signer.pem };
    });
    const text = signed(aNotification(), signer);
    expect([await post(text), await post(text), await post(text)]).toEqual([
      "provider_unavailable",
      "provider_unavailable",
      "taken",
    ]);
  });

  it("turns no flood of invented addresses into a flood of requests, and still takes what is genuine", async () => {
    const { post, asked, clock } = aWebhook((url) =>
      url === CERTIFICATE_URL ? { status: 200, text: signer.pem } : { status: 404, text: "" },
    );
    expect(await post(signed(aNotification(), signer))).toBe("taken");
    for (let n = 0; n < 100; n++) await post(signed(aNotification({ SigningCertURL: otherPath(n) }), signer));
    expect(asked).toHaveLength(20);
    expect(await post(signed(aNotification(), signer))).toBe("taken");
    clock.nowMs += 61_000;
    expect(await post(signed(aNotification({ SigningCertURL: otherPath(200) }), signer))).toBe("event_refused");
    expect(asked).toHaveLength(21);
  });

  it("takes genuine messages past the certificate's hour while strangers invent names of certificates", async () => {
    const { post, clock } = aWebhook((url) =>
      url === CERTIFICATE_URL ? { status: 200, text: signer.pem } : { status: 404, text: "" },
    );
    expect(await post(signed(aNotification(), signer))).toBe("taken");
    clock.nowMs += 2 * HOUR_MS;
    for (let n = 0; n < 100; n++) await post(signed(aNotification({ SigningCertURL: otherPath(n) }), signer));
    expect(await post(signed(aNotification(), signer))).toBe("taken");
  });

  it("waits for a new certificate no longer than a second after strangers have invented names", async () => {
    const { post, clock } = aWebhook((url) =>
      url === CERTIFICATE_URL ? { status: 200, text: signer.pem } : { status: 404, text: "" },
    );
    for (let n = 0; n < 100; n++) await post(signed(aNotification({ SigningCertURL: otherPath(n) }), signer));
    expect(await post(signed(aNotification(), signer))).toBe("provider_unavailable");
    clock.nowMs += 1000;
    expect(await post(signed(aNotification(), signer))).toBe("taken");
  });

  it("keeps the certificate that signed last, whatever others a stranger names", async () => {
    const { post, asked } = aWebhook();
    expect(await post(signed(aNotification(), signer))).toBe("taken");
    for (let n = 0; n < 15; n++) await post(signed(aNotification({ SigningCertURL: otherPath(n) }), stranger));
    expect(await post(signed(aNotification(), signer))).toBe("taken");
    expect(asked.filter((url) => url === CERTIFICATE_URL)).toHaveLength(1);
  });

  it("goes on with the last good certificate while its address does not answer, and asks once a minute", async () => {
    const answer = { status: 200, text: signer.pem };
    const { post, asked, clock } = aWebhook(() => answer);
    expect(await post(signed(aNotification(), signer))).toBe("taken");
    clock.nowMs += 2 * HOUR_MS;
    answer.status = 503;
    for (let n = 0; n < 5; n++) {
      expect(await post(signed(aNotification(), signer))).toBe("taken");
      expect(await post(signed(aNotification(), stranger))).toBe("event_refused");
    }
    expect(asked).toHaveLength(2);
    clock.nowMs += 60_000;
    expect(await post(signed(aNotification(), signer))).toBe("taken");
    expect(asked).toHaveLength(3);
  });

  it("asks for the last good certificate again after an hour, and honours it no more once it was withdrawn", async () => {
    const answer = { status: 200, text: signer.pem };
    const { post, asked, clock } = aWebhook(() => answer);
    expect(await post(signed(aNotification(), signer))).toBe("taken");
    clock.nowMs += HOUR_MS - 1;
    expect(await post(signed(aNotification(), signer))).toBe("taken");
    expect(asked).toHaveLength(1);
    answer.status = 404;
    clock.nowMs += 1;
    for (let n = 0; n < 3; n++) expect(await post(signed(aNotification(), signer))).toBe("event_refused");
    expect(asked).toHaveLength(2);
  });

  it("confirms a subscription to its topic, at the topic service itself", async () => {
    const { post, asked, queued } = aWebhook();
    const fields = aConfirmation();
    expect(await post(signed(fields, signer))).toBe("taken");
    expect(asked).toEqual([CERTIFICATE_URL, fields.SubscribeURL]);
    expect(queued).toEqual([]);
  });

  it.each([
    `https://evil.example/?Action=ConfirmSubscription&TopicArn=${TOPIC_ARN}&Token=a1b2`,
    `http://169.254.169.254/?Action=ConfirmSubscription&TopicArn=${TOPIC_ARN}&Token=a1b2`,
    `${TOPIC_ORIGIN}/?Action=DeleteTopic&TopicArn=${TOPIC_ARN}&Token=a1b2`,
    `${TOPIC_ORIGIN}/?Action=ConfirmSubscription&TopicArn=${TOPIC_ARN}x&Token=a1b2`,
    `${TOPIC_ORIGIN}/?Action=ConfirmSubscription&TopicArn=${TOPIC_ARN}&TopicArn=other&Token=a1b2`,
    `${TOPIC_ORIGIN}/?Action=ConfirmSubscription&TopicArn=${TOPIC_ARN}&Token=other`,
    `${TOPIC_ORIGIN}/?Action=ConfirmSubscription&TopicArn=${TOPIC_ARN}`,
    `${TOPIC_ORIGIN}.evil.example/?Action=ConfirmSubscription&TopicArn=${TOPIC_ARN}&Token=a1b2`,
    `${TOPIC_ORIGIN}@evil.example/?Action=ConfirmSubscription&TopicArn=${TOPIC_ARN}&Token=a1b2`,
  ])("visits no other address although it is signed: %s", async (SubscribeURL) => {
    const { post, asked } = aWebhook();
    expect(await post(signed(aConfirmation({ SubscribeURL }), signer))).toBe("event_refused");
    expect(asked).toEqual([CERTIFICATE_URL]);
  });

  it("never visits an address before the signature is good", async () => {
    const { post, asked } = aWebhook();
    expect(await post(signed(aConfirmation(), stranger))).toBe("event_refused");
    expect(asked).toEqual([CERTIFICATE_URL]);
  });

  it("asks for another confirmation when the visit fails", async () => {
    const { post } = aWebhook((url) =>
      url === CERTIFICATE_URL ? { status: 200, text: signer.pem } : { status: 400, text: "" },
    );
    expect(await post(signed(aConfirmation(), signer))).toBe("provider_unavailable");
  });

  it("does not subscribe again when somebody unsubscribed", async () => {
    const { post, asked } = aWebhook();
    expect(await post(signed(aConfirmation({ Type: "UnsubscribeConfirmation" }), signer))).toBe("taken");
    expect(asked).toEqual([CERTIFICATE_URL]);
  });

  it.each([
    "",
    "{",
    "null",
    "[]",
    '"x"',
    "{}",
    '{"Type":"Notification"}',
    JSON.stringify(aNotification({ Type: "Other" })),
    JSON.stringify(aNotification({ Message: {} })),
    JSON.stringify(aConfirmation({ Token: undefined })),
    JSON.stringify(aConfirmation({ SubscribeURL: 1 })),
    JSON.stringify(aNotification({ SigningCertURL: ["x"] })),
  ])("calls %j malformed", async (text) => {
    expect(await aWebhook().post(text)).toBe("invalid_request");
  });

  it("takes nothing where no topic is configured, and lets the queue's failure be ours", async () => {
    const { deps } = aWebhook();
    const text = signed(aNotification(), signer);
    await expect(receiveTopicMessage({ ...deps, topic: undefined }, text)).rejects.toMatchObject({
      code: "event_refused",
    });
    const broken = { enqueue: () => Promise.reject(new Error("queue")) };
    await expect(receiveTopicMessage({ ...deps, chatEventQueue: broken }, text)).rejects.toThrow("queue");
  });

  const MESSAGE = { from: "15550001111", id: "wamid.1", type: "text", text: { body: "Hi" } };
  const STATUS = { id: "wamid.2", status: "sent" };
  const envelopeOf = (...changes: readonly object[]) =>
    JSON.stringify({ whatsAppWebhookEntry: JSON.stringify({ id: "1", changes }) });
  const BOTH = envelopeOf(
    { field: "messages", value: { statuses: [STATUS] } },
    { field: "messages", value: { messages: [MESSAGE] } },
  );

  it.each([
    ["a message", envelopeOf({ field: "messages", value: { messages: [MESSAGE] } }), [1, 0]],
    ["a status", envelopeOf({ field: "messages", value: { statuses: [STATUS, STATUS] } }), [0, 1]],
    ["template news", envelopeOf({ field: "message_template_status_update", value: { event: "APPROVED" } }), [0, 1]],
    ["an account's error", envelopeOf({ field: "messages", value: { errors: [{ code: 1 }] } }), [0, 1]],
    ["what is not known", "{", [0, 1]],
    ["a message in one change and a status in another", BOTH, [1, 1]],
    [
      "both in one change",
      envelopeOf({ field: "messages", value: { messages: [MESSAGE], statuses: [STATUS] } }),
      [1, 1],
    ],
  ])("queues messages apart from everything else: %s", async (_what, Message, counts) => {
    const { post, messages, queued } = aWebhook();
    expect(await post(signed(aNotification({ Message }), signer))).toBe("taken");
    expect([messages.length, queued.length]).toEqual(counts);
    const whole = { envelope: Message, arrivedAtMs: NOW, repeated: 0 };
    for (const one of [...messages, ...queued]) expect(one).toEqual(whole);
  });

  it("does not say that it took an envelope which one of both queues refused", async () => {
    const refusing = { enqueue: () => Promise.reject(new Error("queue")) };
    const text = signed(aNotification({ Message: BOTH }), signer);
    for (const name of ["inboundMessageQueue", "chatEventQueue"]) {
      const { deps } = aWebhook();
      await expect(receiveTopicMessage({ ...deps, [name]: refusing }, text)).rejects.toThrow("queue");
    }
  });
});
