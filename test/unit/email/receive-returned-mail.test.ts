import { describe, expect, it } from "vitest";
import { returnedMailMessage } from "../../../shared/email/contract/returned-mail.ts";
import { type ReceiveReturnedMailDeps, receiveReturnedMail } from "../../../shared/email/receive-returned-mail.ts";
import type { ReturnedMail } from "../../../shared/returned-mail/domain/returned-mail.ts";
import { readReturnedMail } from "../../../shared/returned-mail/mime/read-returned-mail.ts";
import { envelopeSender, keyedReturnPath } from "../../../shared/returned-mail/return-tokens.ts";
import { anOwner } from "../../support/an-owner.ts";
import { aNotification, anEmail } from "../../support/builders.ts";
import { fakeClock } from "../../support/fake-clock.ts";
import { inMemoryNotificationStore } from "../../support/in-memory-notification-store.ts";
import { inMemoryReturnKeys } from "../../support/in-memory-return-keys.ts";
import { inMemorySuppressions } from "../../support/in-memory-suppressions.ts";
import { deliveryReport, feedbackReport } from "../../support/mail-back.ts";
import { inRealTime } from "../../support/real-time.ts";
import { sequentialIdentifiers } from "../../support/sequential-identifiers.ts";
import { countingMetrics, recordingLog } from "../../support/silent-telemetry.ts";

const ANA = "ana@nordpost.example";
const MIB = 1024 * 1024;

async function setUp() {
  const clock = fakeClock();
  const notifications = inMemoryNotificationStore({ clock });
  const returnKeys = inMemoryReturnKeys();
  const metrics = countingMetrics();
  const log = recordingLog();
  const owner = anOwner();
  const notification = aNotification({ owner, status: "sent", attempts: 1, recipient: ANA });
  await notifications.add(notification, anEmail({ recipient: ANA }));
  const sender = envelopeSender(await keyedReturnPath(returnKeys, owner, "b@bounces.example"), notification.id);
  let stored: { readonly head: Uint8Array; readonly sizeBytes: number } | undefined;
  const deps: ReceiveReturnedMailDeps = {
    ...{ clock, notifications, returnKeys, metrics, log, readReturnedMail },
    identifiers: sequentialIdentifiers(),
    suppressions: inMemorySuppressions(),
    inOwnTime: inRealTime,
    returnedMails: { read: async () => stored },
  };
  return {
    ...{ deps, sender, log, metrics },
    async take(raw: string | undefined, recipients: readonly string[], sizeBytes = raw?.length ?? 0) {
      stored = raw === undefined ? undefined : { head: Buffer.from(raw), sizeBytes };
      await receiveReturnedMail(deps, { recipients: [...recipients], key: "returned/1" });
    },
    kinds: async () => ((await notifications.get(owner, notification.id))?.feedback ?? []).map(({ kind }) => kind),
  };
}

describe("receiveReturnedMail()", () => {
  it("ascribes a report by the token of any address that it came to, and counts it", async () => {
    const { take, sender, kinds, metrics } = await setUp();
    await take(deliveryReport({ address: ANA }), ["postmaster@bounces.example", sender.toUpperCase()]);
    expect([await kinds(), metrics.of("returned_mail_received")]).toEqual([["bounced"], 1]);
  });

  it("ascribes a feedback report by the sender of the reported mail", async () => {
    const { take, sender, kinds } = await setUp();
    await take(feedbackReport({ sentFrom: sender }), ["fbl@bounces.example"]);
    expect(await kinds()).toEqual(["complained"]);
  });

  it("ascribes by the token alone, at whatever domain a report writes it, because the deployment's may have changed", async () => {
    const { take, sender, kinds } = await setUp();
    const elsewhere = sender.replace("@bounces.example", "@earlier.example");
    await take(feedbackReport({ sentFrom: elsewhere }), ["fbl@bounces.example"]);
    expect(await kinds()).toEqual(["complained"]);
  });

  it.each<[string, string | undefined, number | undefined]>([
    ["gone", undefined, 0],
    ["too_large", deliveryReport({ address: ANA }), 40 * MIB + 1],
    ["not_understood", "Subject: hello\r\n\r\nHow are you?", undefined],
    ["not_ascribed", deliveryReport({ address: ANA }), undefined],
  ])("drops and counts what is %s", async (reason, raw, sizeBytes) => {
    const { take, sender, kinds, metrics, log } = await setUp();
    await take(raw, [reason === "not_ascribed" ? "b@bounces.example" : sender], sizeBytes);
    expect([await kinds(), metrics.of("returned_mail_dropped")]).toEqual([[], 1]);
    expect(JSON.stringify(log.lines)).toContain(reason);
  });

  it("takes a mail of 40 MB by its first part", async () => {
    const { take, sender, kinds } = await setUp();
    await take(deliveryReport({ address: ANA }), [sender], 40 * MIB);
    expect(await kinds()).toEqual(["bounced"]);
  });

  it("logs no address, no token and no response", async () => {
    const { take, sender, log } = await setUp();
    await take(deliveryReport({ address: ANA, response: "550 5.1.1 Mrs Smith has left" }), [sender]);
    const told = JSON.stringify(log.lines);
    expect(told).toContain("returned_mail.received");
    for (const text of [ANA, sender, sender.slice(2, 20), "Smith"]) expect(told).not.toContain(text);
  });

  it("looks at a bounded number of tokens", async () => {
    const { deps, take } = await setUp();
    let reads = 0;
    const find = async () => {
      reads += 1;
      return undefined;
    };
    const forged = Array.from({ length: 500 }, (_, i) => `b+${String(i).padStart(42, "0")}@bounces.example`);
    const returned: ReturnedMail = { kind: "nothing", tokenAddresses: forged };
    Object.assign(deps, { returnKeys: { find }, readReturnedMail: async () => returned });
    await take("x", forged);
    expect(reads).toBe(20);
  });
});

describe("the message of a mail that came back", () => {
  it("is what SES says of a mail that it has stored", () => {
    const receipt = {
      timestamp: "2026-11-27T12:00:00.000Z",
      recipients: ["b+1@bounces.example"],
      action: {
        type: "S3",
        bucketName: "bucket",
        objectKeyPrefix: "returned/",
        objectKey: "returned/abc",
        topicArn: "arn",
      },
    };
    const body = { notificationType: "Received", mail: { messageId: "abc" }, receipt };
    expect(returnedMailMessage.parse(body)).toEqual({ recipients: ["b+1@bounces.example"], key: "returned/abc" });
    expect(() => returnedMailMessage.parse({ ...body, receipt: {} })).toThrow();
  });
});
