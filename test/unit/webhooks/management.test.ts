import { describe, expect, it } from "vitest";
import { OtherRevisionError } from "../../../shared/kernel/revision.ts";
import type { WebhookMessage } from "../../../shared/webhooks/contract/messages.ts";
import type { WebhookWriteRequest } from "../../../shared/webhooks/contract/webhook-request.ts";
import { toWebhookView } from "../../../shared/webhooks/contract/webhooks.ts";
import { createWebhook } from "../../../shared/webhooks/create-webhook.ts";
import { MAX_WEBHOOKS } from "../../../shared/webhooks/domain/webhook.ts";
import type { WebhookSender } from "../../../shared/webhooks/ports.ts";
import { replaceWebhook } from "../../../shared/webhooks/replace-webhook.ts";
import { rotateWebhookSecret } from "../../../shared/webhooks/rotate-webhook-secret.ts";
import { signingSecrets } from "../../../shared/webhooks/signing-secrets.ts";
import { testWebhook } from "../../../shared/webhooks/test-webhook.ts";
import { anAnnouncedEvent } from "../../support/an-announced-event.ts";
import { anOwner } from "../../support/an-owner.ts";
import { fakeClock } from "../../support/fake-clock.ts";
import { inMemoryFeed } from "../../support/in-memory-feed.ts";
import { inMemoryWebhookProgress } from "../../support/in-memory-webhook-progress.ts";
import { inMemoryWebhookStore } from "../../support/in-memory-webhook-store.ts";
import { plainSecretBox } from "../../support/plain-secret-box.ts";
import { sequentialIdentifiers } from "../../support/sequential-identifiers.ts";
import { countingMetrics, silentLog } from "../../support/silent-telemetry.ts";

const OWNER = anOwner("owner-1");
const STRANGER = anOwner("owner-2");
const SECRET = /^whsec_[A-Za-z0-9+/]{43}=$/;

const request = (changes: Partial<WebhookWriteRequest> = {}): WebhookWriteRequest => ({
  url: "https://receiver.example/events",
  eventTypes: [],
  description: "",
  isEnabled: true,
  ...changes,
});

function setUp(changes: { readonly isHttpAllowed?: boolean } = {}) {
  const clock = fakeClock();
  const sent: WebhookMessage[] = [];
  const deps = {
    webhooks: inMemoryWebhookStore(),
    progress: inMemoryWebhookProgress(clock),
    feed: inMemoryFeed(clock),
    secretBox: plainSecretBox(),
    clock,
    realClock: clock,
    identifiers: sequentialIdentifiers(),
    webhookQueue: { enqueue: async (message: WebhookMessage) => void sent.push(message) },
    log: silentLog,
    metrics: countingMetrics(),
    isHttpAllowed: false,
    ...changes,
  };
  const create = (its: Partial<WebhookWriteRequest> = {}) => createWebhook(deps, { owner: OWNER }, request(its));
  const replace = (id: string, its: Partial<WebhookWriteRequest> = {}, owner = OWNER) =>
    replaceWebhook(deps, { owner, id }, request(its));
  const rotate = (id: string, graceSeconds = 86_400, owner = OWNER) =>
    rotateWebhookSecret(deps, { owner, id, graceSeconds });
  const happens = (count: number) =>
    deps.feed.append(
      OWNER,
      Array.from({ length: count }, () => anAnnouncedEvent()),
    );
  const position = async (id: string) => (await deps.progress.lease(OWNER, id))?.progress.position;
  const secretsOf = async (id: string) => {
    const webhook = await deps.webhooks.get(OWNER, id);
    return webhook && signingSecrets(deps.secretBox, webhook, clock.now());
  };
  return { deps, clock, sent, create, replace, rotate, happens, position, secretsOf };
}

describe("createWebhook()", () => {
  it("has a worker look for what happened while nobody knew of it, and none where nothing did", async () => {
    const { deps, create, happens, sent } = setUp();
    await create();
    expect(sent).toEqual([]);
    const { create: store } = deps.webhooks;
    deps.webhooks.create = async (webhook) => {
      await happens(1);
      return store(webhook);
    };
    const { webhook } = await create();
    expect(sent).toEqual([{ owner: OWNER, webhookId: webhook.id }]);
  });

  it("begins at the feed's end, and keeps the secret sealed", async () => {
    const { deps, create, happens, position, secretsOf } = setUp();
    await happens(3);
    const { webhook, secret } = await create();
    expect(secret).toMatch(SECRET);
    expect(await deps.webhooks.get(OWNER, webhook.id)).toEqual(webhook);
    expect(await secretsOf(webhook.id)).toEqual([secret]);
    expect(await position(webhook.id)).toBe(3);
  });

  it("makes another secret for each", async () => {
    const { create } = setUp();
    expect((await create()).secret).not.toBe((await create()).secret);
  });

  it("refuses the one that is too many, and counts each owner alone", async () => {
    const { deps, create } = setUp();
    for (let i = 0; i < MAX_WEBHOOKS; i += 1) await create();
    await expect(create()).rejects.toMatchObject({ code: "limit_reached" });
    expect((await createWebhook(deps, { owner: STRANGER }, request())).webhook.owner).toBe(STRANGER);
  });

  it("refuses the later of two that come for the last place", async () => {
    const { deps, create } = setUp();
    for (let i = 1; i < MAX_WEBHOOKS; i += 1) await create();
    const both = await Promise.allSettled([create(), create()]);
    expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(await deps.webhooks.list(OWNER)).toHaveLength(MAX_WEBHOOKS);
  });

  it("takes http only where the deployment allows it", async () => {
    const url = "http://receiver.example/";
    await expect(setUp().create({ url })).rejects.toMatchObject({
      code: "invalid_request",
      message: "url must start with https://",
    });
    expect((await setUp({ isHttpAllowed: true }).create({ url })).webhook.url).toBe(url);
    expect((await setUp().create({ url: "HTTPS://receiver.example/" })).webhook.isEnabled).toBe(true);
  });
});

describe("replaceWebhook()", () => {
  it("resets what is left out, and keeps id, secrets and the day it was created", async () => {
    const { clock, create, replace, secretsOf } = setUp();
    const { webhook, secret } = await create({ eventTypes: ["notification.sent"], description: "Shop" });
    clock.advance(1000);
    const replaced = await replace(webhook.id, { url: "https://other.example/" });
    expect(toWebhookView(replaced)).toEqual({
      ...toWebhookView(webhook),
      url: "https://other.example/",
      event_types: [],
      description: "",
      updated_at: new Date(clock.now()).toISOString(),
    });
    expect(await secretsOf(webhook.id)).toEqual([secret]);
  });

  it("goes on at the feed's end when one is enabled again, and wakes it for the tries that wait", async () => {
    const { sent, create, replace, happens, position } = setUp();
    const { webhook } = await create();
    await replace(webhook.id, { isEnabled: false });
    await happens(2);
    expect(sent).toEqual([]);
    const replaced = await replace(webhook.id);
    expect(replaced.isEnabled).toBe(true);
    expect(sent).toEqual([{ owner: OWNER, webhookId: webhook.id }]);
    expect(await position(webhook.id)).toBe(2);
  });

  it("leaves out nothing of one that was enabled all the time", async () => {
    const { sent, create, replace, happens, position } = setUp();
    const { webhook } = await create();
    await happens(2);
    await replace(webhook.id, { description: "new" });
    expect([await position(webhook.id), sent]).toEqual([0, []]);
  });

  it("keeps the reason of the service while it stays disabled, and drops it then", async () => {
    const { deps, create, replace } = setUp();
    const { webhook } = await create();
    const disabledReason = "the receiver answered 410";
    await deps.webhooks.update(OWNER, webhook.id, (known) => ({ ...known, isEnabled: false, disabledReason }));
    expect(toWebhookView(await replace(webhook.id, { isEnabled: false }))).toMatchObject({
      status: "disabled",
      disabled_reason: disabledReason,
    });
    expect(toWebhookView(await replace(webhook.id))).not.toHaveProperty("disabled_reason");
    expect(toWebhookView(await replace(webhook.id, { isEnabled: false }))).not.toHaveProperty("disabled_reason");
  });

  it("is done although the queue takes no message: the sweep finds the webhook", async () => {
    const { deps, create } = setUp();
    const { webhook } = await create({ isEnabled: false });
    const refusing = { ...deps, webhookQueue: { enqueue: () => Promise.reject(new Error("no queue")) } };
    const replaced = await replaceWebhook(refusing, { owner: OWNER, id: webhook.id }, request());
    expect([replaced.isEnabled, deps.metrics.of("queue_refused")]).toEqual([true, 1]);
    const shards = await Promise.all([0, 1, 2, 3].map((shard) => deps.progress.overdue(shard, deps.clock.now(), 10)));
    expect(shards.flat()).toMatchObject([{ owner: OWNER, webhookId: webhook.id }]);
  });

  it("loses no event when it is refused because another request has enabled the webhook meanwhile", async () => {
    const { deps, create, replace, happens, position } = setUp();
    const { webhook } = await create({ isEnabled: false });
    await happens(1);
    const get: typeof deps.webhooks.get = async (owner, id) => {
      const found = await deps.webhooks.get(owner, id);
      await replace(webhook.id);
      await happens(1);
      return found;
    };
    const late = { ...deps, webhooks: { ...deps.webhooks, get } };
    const change = { owner: OWNER, id: webhook.id, expected: [webhook.revision] };
    await expect(replaceWebhook(late, change, request())).rejects.toBeInstanceOf(OtherRevisionError);
    expect(await position(webhook.id)).toBe(1);
  });

  it("finds no webhook of another owner", async () => {
    const { create, replace, deps } = setUp();
    const { webhook } = await create();
    await expect(replace(webhook.id, {}, STRANGER)).rejects.toMatchObject({ code: "not_found" });
    expect(await deps.webhooks.get(OWNER, webhook.id)).toEqual(webhook);
  });
});

describe("a repeat of a request that died before it could answer", () => {
  const reserved = (isRepeat: boolean) => ({
    reservedId: "6f1c1c9e-0b0e-4f7e-9d8a-1f0d5f6c2b11",
    reservedEntropy: new Uint8Array(32).fill(5),
    isRepeat,
  });

  it("finds the webhook that was made, with the same secret", async () => {
    const { deps } = setUp();
    const first = await createWebhook(deps, { owner: OWNER, ...reserved(false) }, request());
    expect(await createWebhook(deps, { owner: OWNER, ...reserved(true) }, request())).toEqual(first);
    expect(await deps.webhooks.list(OWNER)).toHaveLength(1);
  });

  it("makes the webhook where the first try had not come to it", async () => {
    const { deps } = setUp();
    const { webhook } = await createWebhook(deps, { owner: OWNER, ...reserved(true) }, request());
    expect(await deps.webhooks.list(OWNER)).toEqual([webhook]);
  });

  it("does not rotate a secret again: the previous one would be forgotten", async () => {
    const { deps, create } = setUp();
    const { webhook, secret } = await create();
    const rotate = (isRepeat: boolean) =>
      rotateWebhookSecret(deps, { owner: OWNER, id: webhook.id, graceSeconds: 60, ...reserved(isRepeat) });
    const first = await rotate(false);
    expect(first.secret).not.toBe(secret);
    expect(await rotate(true)).toEqual(first);
    expect((await deps.webhooks.get(OWNER, webhook.id))?.previousSecret?.secret).toBe(webhook.secret);
  });
});

describe("rotateWebhookSecret()", () => {
  it("signs with both until the grace period is over, the new one first", async () => {
    const { clock, create, rotate, secretsOf } = setUp();
    const { webhook, secret: old } = await create();
    const { secret } = await rotate(webhook.id, 60);
    expect(secret).toMatch(SECRET);
    clock.advance(59_999);
    expect(await secretsOf(webhook.id)).toEqual([secret, old]);
    clock.advance(1);
    expect(await secretsOf(webhook.id)).toEqual([secret]);
  });

  it("ends the old one at once without grace", async () => {
    const { create, rotate, secretsOf } = setUp();
    const { webhook } = await create();
    const { secret } = await rotate(webhook.id, 0);
    expect(await secretsOf(webhook.id)).toEqual([secret]);
  });

  it("ends the one before the old one", async () => {
    const { create, rotate, secretsOf } = setUp();
    const { webhook } = await create();
    const second = await rotate(webhook.id);
    const third = await rotate(webhook.id);
    expect(await secretsOf(webhook.id)).toEqual([third.secret, second.secret]);
    const last = await rotate(webhook.id, 0);
    expect(await secretsOf(webhook.id)).toEqual([last.secret]);
  });

  it("finds no webhook of another owner", async () => {
    const { create, rotate, secretsOf } = setUp();
    const { webhook, secret } = await create();
    await expect(rotate(webhook.id, 0, STRANGER)).rejects.toMatchObject({ code: "not_found" });
    expect(await secretsOf(webhook.id)).toEqual([secret]);
  });
});

describe("testWebhook()", () => {
  const answering = (answer: Awaited<ReturnType<WebhookSender["send"]>>) => {
    const requests: Parameters<WebhookSender["send"]>[0][] = [];
    const send: WebhookSender["send"] = async (its) => {
      requests.push(its);
      return answer;
    };
    return { requests, webhookSender: { send } };
  };

  it("sends the webhook as it stands, also a disabled one, and shows any answer", async () => {
    const { deps, create, rotate } = setUp();
    const { webhook, secret: old } = await create({ isEnabled: false });
    const { webhook: rotated, secret } = await rotate(webhook.id);
    const { requests, webhookSender } = answering({ kind: "answered", statusCode: 500, durationMs: 7.4, body: "no" });
    expect(await testWebhook({ ...deps, webhookSender }, { owner: OWNER, id: webhook.id })).toEqual({
      status_code: 500,
      duration_ms: 7,
      body: "no",
    });
    expect(requests).toEqual([
      {
        owner: webhook.owner,
        url: webhook.url,
        eventId: expect.stringMatching(/^evt_/),
        body: expect.any(String),
        secrets: [secret, old],
      },
    ]);
    expect(JSON.parse(requests[0]?.body ?? "")).toEqual({
      id: requests[0]?.eventId,
      type: "webhook.test",
      timestamp: new Date(deps.clock.now()).toISOString(),
      data: toWebhookView(rotated),
    });
  });

  it("refuses with the cause when nobody answers", async () => {
    const { deps, create } = setUp();
    const { webhook } = await create();
    const { webhookSender } = answering({ kind: "unanswered", error: "connect ECONNREFUSED", durationMs: 1 });
    await expect(testWebhook({ ...deps, webhookSender }, { owner: OWNER, id: webhook.id })).rejects.toMatchObject({
      code: "test_send_failed",
      detail: "connect ECONNREFUSED",
    });
  });

  it("sends nothing to a webhook of another owner", async () => {
    const { deps, create } = setUp();
    const { webhook } = await create();
    const { requests, webhookSender } = answering({ kind: "answered", statusCode: 200, durationMs: 1, body: "" });
    await expect(testWebhook({ ...deps, webhookSender }, { owner: STRANGER, id: webhook.id })).rejects.toMatchObject({
      code: "not_found",
    });
    expect(requests).toEqual([]);
  });
});
