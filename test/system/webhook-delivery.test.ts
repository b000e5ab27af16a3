import { Webhook as Verifier } from "standardwebhooks";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { MAX_WEBHOOKS } from "../../shared/webhooks/domain/webhook.ts";
import { eventReader } from "../support/event-reader.ts";
import { type Fields, HASTY, LocalStack, until } from "../support/local-stack.ts";
import { ok, silence, status, webhookOwner } from "../support/webhook-owner.ts";

let stack: LocalStack;
const open: (() => Promise<unknown>)[] = [];
beforeAll(async () => {
  stack = await LocalStack.shared(HASTY);
});
afterEach(async () => {
  for (const close of open.splice(0)) await close();
});
afterAll(() => stack.close());

async function aWebhookOwner(json: Fields = {}) {
  const made = await webhookOwner(stack, await stack.owner(), json);
  open.push(made.receiver.close);
  return made;
}
const notificationOf = ({ data }: Fields) => (data as Fields).id;
const statuses = (deliveries: readonly Fields[]) => deliveries.map((one) => one.status);

describe("a webhook (D40c)", () => {
  it("is posted an event of a mail that was sent, signed as Standard Webhooks says, byte for byte as the feed has it", async () => {
    const hook = await aWebhookOwner();
    const id = await stack.accepted(hook.who.key);
    const [got] = await hook.received(1);
    if (got === undefined) throw new Error("nothing was received");
    const headers = got.headers as Record<string, string>;
    const event = new Verifier(hook.secret).verify(got.body, headers) as Fields;
    expect(event).toMatchObject({ id: headers["webhook-id"], type: "notification.sent", data: { id } });
    const reader = eventReader(stack, hook.who.key);
    expect(await reader.readOn()).toEqual([event]);
    const [delivery, ...rest] = await until(
      () => hook.deliveries(),
      ({ length }) => length > 0,
    );
    expect(rest).toEqual([]);
    expect(delivery).toEqual({
      ...{ event_id: event.id, type: "notification.sent", status: "success", status_code: 204 },
      ...{ duration_ms: expect.any(Number), body: "", at: expect.any(String) },
    });
  });

  it("is posted the types that it asks for, and no other one", async () => {
    const hook = await aWebhookOwner({ event_types: ["notification.failed"] });
    await stack.accepted(hook.who.key);
    const refused = await stack.accepted(hook.who.key, { recipient: "reject@example.test" });
    await hook.received(1);
    expect(hook.events().map(notificationOf)).toEqual([refused]);
  });

  it("is tried again five seconds after a failure, with the same id and bytes", async () => {
    const hook = await aWebhookOwner();
    hook.answer(status(503));
    await stack.accepted(hook.who.key);
    await hook.received(1);
    hook.answer(ok);
    expect(
      statuses(
        await until(
          () => hook.deliveries(),
          ({ length }) => length === 2,
        ),
      ),
    ).toEqual(["pending", "failed"]);
    const [first, second] = await hook.received(2);
    expect(second?.body).toBe(first?.body);
    expect(second?.headers["webhook-id"]).toBe(first?.headers["webhook-id"]);
    const deliveries = await until(
      () => hook.deliveries(),
      ([newest]) => newest?.status === "success",
    );
    expect(deliveries).toMatchObject([{ status: "success" }, { status: "failed", status_code: 503, body: "sorry" }]);
    expect(await hook.deliveries("?status=failed")).toHaveLength(1);
  });

  it("is disabled at once by a 410, which is announced", async () => {
    const hook = await aWebhookOwner();
    hook.answer(status(410));
    await stack.accepted(hook.who.key);
    const shown = await until(
      () => hook.shown(),
      (one) => one.status === "disabled",
    );
    expect(shown).toMatchObject({ enabled: false, disabled_reason: "the receiver answered 410" });
    const reader = eventReader(stack, hook.who.key, { types: "webhook.disabled" });
    expect(await reader.types(1)).toEqual(["webhook.disabled"]);
    // The event shows only the origin of its address.
    expect(reader.seen[0]?.data).toEqual({ ...shown, url: new URL(String(shown.url)).origin });
  });

  it("gets nothing while it is disabled; what happened meanwhile comes by replay", async () => {
    const hook = await aWebhookOwner();
    const since = new Date().toISOString();
    await hook.replace({ enabled: false });
    const missed = await stack.accepted(hook.who.key);
    await eventReader(stack, hook.who.key, { types: "notification.sent" }).types(1);
    await hook.replace({ enabled: true });
    const fresh = await stack.accepted(hook.who.key);
    await hook.received(1);
    expect(hook.events().map(notificationOf)).toEqual([fresh]);
    await until(
      () => hook.deliveries(),
      ({ length }) => length === 1,
    );
    await hook.replay(since);
    await hook.received(3);
    const again = hook.events().slice(1);
    expect(again.map(({ type }) => type)).toContain("webhook.disabled");
    await hook.received(4);
    expect(hook.events().slice(1).map(notificationOf)).toEqual(expect.arrayContaining([missed, fresh]));
  });

  it("is tried again by hand, also with an event that it took", async () => {
    const hook = await aWebhookOwner();
    await stack.accepted(hook.who.key);
    const [delivery] = await until(
      () => hook.deliveries(),
      ({ length }) => length > 0,
    );
    await hook.retry(delivery?.event_id);
    const [first, second] = await hook.received(2);
    expect(second?.body).toBe(first?.body);
  });

  it("that hangs with many events does not delay another owner's", async () => {
    const [hanging, other] = [await aWebhookOwner(), await aWebhookOwner()];
    hanging.answer(silence);
    for (let i = 0; i < 25; i++) await stack.accepted(hanging.who.key);
    await hanging.received(1);
    const id = await stack.accepted(other.who.key);
    await other.received(1);
    expect(other.events().map(notificationOf)).toEqual([id]);
    // The first ten requests of the webhook are concurrent, and each takes 15 seconds.
    expect(hanging.receiver.received.length).toBeLessThanOrEqual(10);
  });

  it("does not delay another owner's beside as many that hang as an owner may have", async () => {
    const [hanging, other] = [await aWebhookOwner(), await aWebhookOwner()];
    hanging.answer(silence);
    const json = { url: `${hanging.receiver.origin}/hook` };
    for (let i = 1; i < MAX_WEBHOOKS; i++)
      expect((await stack.call("POST", "/api/v1/webhooks", { token: hanging.who.token, json })).status).toBe(201);
    await stack.accepted(hanging.who.key);
    // Each of their workers waits for an answer.
    await hanging.received(MAX_WEBHOOKS);
    const ids = [];
    for (let i = 0; i < 5; i++) ids.push(await stack.accepted(other.who.key));
    await other.received(ids.length);
    expect(other.events().map(notificationOf).toSorted()).toEqual(ids.toSorted());
    // No webhook has given up a request, which would have freed its worker.
    expect(await hanging.deliveries()).toEqual([]);
  });
});
