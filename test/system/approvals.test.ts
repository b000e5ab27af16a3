import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { aCustomer, type ChatOwner, chatOwner } from "../support/chat-owner.ts";
import {
  type Answer,
  anAddress,
  call,
  type Fields,
  HASTY,
  LocalStack,
  type Owner,
  until,
} from "../support/local-stack.ts";

const LIST = "/panel/api/approvals";
const DAY_MS = 24 * 3_600_000;
const DECIDED = { error: "approval was decided already", code: "approval_decided" };
const REQUIRED = { approval: "required" };

let stack: LocalStack;
let owner: Owner;
/** A key of the same owner, all of whose sends wait. */
let careful: Fields;
beforeAll(async () => {
  stack = await LocalStack.shared(HASTY);
  owner = await stack.owner();
  careful = await stack.apiKey(owner.token, { name: "Agent", ...REQUIRED });
});
afterAll(() => stack.close());

const keyOf = (made: Fields = careful) => String(made.key);
const waiting = (more: Fields = {}) => stack.accepted(keyOf(), more);
const approve = (id: string, json: unknown = {}, token = owner.token) =>
  stack.call("POST", `${LIST}/${id}/approve`, { token, json });
const decline = (id: string, token = owner.token) => stack.call("POST", `${LIST}/${id}/decline`, { token, json: {} });
const cancel = (id: string) => stack.call("POST", `/api/v1/notifications/${id}/cancel`, { token: owner.key });
const list = (query = "", token = owner.token) => stack.call("GET", `${LIST}${query}`, { token });
const approvalsIn = ({ body }: Answer) => body.approvals as Fields[];
const timelineOf = async (id: string, key = owner.key) =>
  (await stack.call("GET", `/api/v1/notifications/${id}/timeline`, { token: key })).body;
const eventsIn = ({ timeline }: Fields) => (timeline as Fields[]).map(({ event }) => event);
const codeIn = ({ explanation }: Fields) => (explanation as Fields).code;
const feed = async (key: string) => {
  const { body } = await stack.call("GET", "/api/v1/events?limit=500", { token: key });
  return (body.events as { type: string; data: Fields }[]).map(({ type, data }) => ({ type, id: data.id }));
};

describe("a send by a key with approval (D47e)", () => {
  it("is accepted as always, and waits without an attempt or an event", async () => {
    const recipient = anAddress();
    const answer = await stack.send(keyOf(), { recipient });
    expect(answer.status).toBe(202);
    expect(answer.body).toMatchObject({ status: "pending", attempts: 0 });
    const id = String(answer.body.id);
    await pause(2500);
    expect(await stack.notification(owner.key, id)).toEqual(answer.body);
    const timeline = await timelineOf(id);
    expect(eventsIn(timeline)).toEqual(["accepted", "approval_requested"]);
    expect(codeIn(timeline)).toBe("waiting_for_approval");
    expect(await stack.mails(recipient)).toEqual([]);
    expect((await feed(owner.key)).filter((event) => event.id === id)).toEqual([]);
  });

  it("is listed with its edits, its key and its times, oldest first, page by page", async () => {
    const person = await stack.owner();
    const key = await stack.apiKey(person.token, { name: "Writer", ...REQUIRED });
    const mail = {
      ...{ recipient: anAddress(), cc: [anAddress()], subject: "Offer", body: "<p>Hello</p>", body_type: "html" },
      ...{ text: "Hello", attachments: [{ filename: "a.txt", content: btoa("four") }] },
    };
    const first = await stack.accepted(keyOf(key), mail);
    const second = await stack.accepted(keyOf(key));
    await stack.accepted(person.key);
    const page = await list("?limit=1", person.token);
    expect(page.status).toBe(200);
    const [shown] = approvalsIn(page);
    const notification = await stack.notification(person.key, first);
    expect(shown).toEqual({
      id: first,
      notification: { ...notification, recipient: mail.recipient },
      content: {
        ...{ subject: "Offer", body: "<p>Hello</p>", body_type: "html", text: "Hello", cc: mail.cc },
        attachments: [{ filename: "a.txt", size: 4 }],
      },
      requested_by: { id: key.id, name: "Writer" },
      requested_at: notification.created_at,
      expires_at: new Date(Date.parse(String(notification.created_at)) + DAY_MS).toISOString(),
    });
    const rest = await list(`?limit=1&cursor=${page.body.next_cursor}`, person.token);
    expect(approvalsIn(rest)).toEqual([
      expect.objectContaining({
        id: second,
        content: { subject: "Hello", body: "It works.", body_type: "text" },
      }),
    ]);
    expect(rest.body).not.toHaveProperty("next_cursor");
    for (const query of ["?limit=0", "?limit=101", "?cursor=x", `?cursor=${page.body.next_cursor}`])
      expect((await list(query)).status).toBe(400);
    expect(approvalsIn(await list("?limit=100")).map(({ id }) => id)).not.toContain(first);
  });

  it("leaves once it is approved, and later decisions are refused", async () => {
    const recipient = anAddress();
    const id = await waiting({ recipient });
    const approved = await approve(id);
    expect(approved.status).toBe(200);
    expect(approved.body).toMatchObject({ id, status: "pending", attempts: 0 });
    await stack.mail(recipient);
    expect(await stack.settled(owner.key, id)).toMatchObject({ status: "sent", attempts: 1 });
    expect(eventsIn(await timelineOf(id))).toEqual(["accepted", "approval_requested", "approved", "sent"]);
    for (const again of [await approve(id), await decline(id)]) {
      expect(again.status).toBe(409);
      expect(again.body).toMatchObject(DECIDED);
    }
    expect(approvalsIn(await list("?limit=100")).map((one) => one.id)).not.toContain(id);
  });

  it("is canceled by a decline, which names the person and is announced", async () => {
    const token = await stack.token(owner.sub, { claims: { name: "Ana Silva", email: "ana@shop.example" } });
    const me = (await stack.call("GET", "/panel/api/me", { token })).body;
    const recipient = anAddress();
    const id = await waiting({ recipient });
    const declined = await decline(id, token);
    expect(declined.status).toBe(200);
    const name = me.name ?? me.email ?? me.sub;
    expect(declined.body).toMatchObject({ status: "canceled", last_error: `declined by ${name}`, attempts: 0 });
    const timeline = await timelineOf(id);
    expect(eventsIn(timeline)).toEqual(["accepted", "approval_requested", "declined"]);
    expect(codeIn(timeline)).toBe("declined");
    expect((await approve(id)).body).toMatchObject(DECIDED);
    const events = await until(
      async () => (await feed(owner.key)).filter((event) => event.id === id),
      ({ length }) => length > 0,
    );
    expect(events).toEqual([{ type: "notification.canceled", id }]);
    expect(await stack.mails(recipient)).toEqual([]);
  });

  it("may be canceled by its sender while it waits", async () => {
    const id = await waiting();
    const canceled = await cancel(id);
    expect(canceled.status).toBe(200);
    expect(canceled.body.status).toBe("canceled");
    expect(canceled.body).not.toHaveProperty("last_error");
    expect((await cancel(id)).status).toBe(200);
    const timeline = await timelineOf(id);
    expect([eventsIn(timeline), codeIn(timeline)]).toEqual([
      ["accepted", "approval_requested", "canceled"],
      "canceled",
    ]);
    expect((await approve(id)).body).toMatchObject(DECIDED);
    expect((await decline(id)).body).toMatchObject(DECIDED);
  });

  it("waits also as an item of a batch, and as a resend of one that was declined", async () => {
    const json = { notifications: [1, 2].map((n) => ({ recipient: anAddress(), subject: `No. ${n}`, body: "Hi" })) };
    for (const atomic of [false, true]) {
      const { body } = await stack.call("POST", "/api/v1/notifications/batch", {
        token: keyOf(),
        json: { ...json, atomic },
      });
      for (const { notification } of body.results as { notification: Fields }[])
        expect(codeIn(await timelineOf(String(notification.id)))).toBe("waiting_for_approval");
    }
    const recipient = anAddress();
    const id = await waiting({ recipient });
    await decline(id);
    const again = await stack.call("POST", `/api/v1/notifications/${id}/resend`, { token: keyOf() });
    expect(again.status).toBe(202);
    await pause(1500);
    expect(codeIn(await timelineOf(String(again.body.id)))).toBe("waiting_for_approval");
    expect(await stack.mails(recipient)).toEqual([]);
    expect((await approve(String(again.body.id))).status).toBe(200);
    await stack.mail(recipient);
  });

  it("is answered again under its Idempotency-Key, and still waits", async () => {
    const headers = { "idempotency-key": randomUUID() };
    const fields = { recipient: anAddress() };
    const first = await stack.send(keyOf(), fields, headers);
    const again = await stack.send(keyOf(), fields, headers);
    expect([again.status, again.body]).toEqual([202, first.body]);
    expect(codeIn(await timelineOf(String(first.body.id)))).toBe("waiting_for_approval");
  });

  it("waits for a person even when its key is revoked", async () => {
    const gone = await stack.apiKey(owner.token, { name: "Gone", ...REQUIRED });
    const recipient = anAddress();
    const id = await stack.accepted(keyOf(gone), { recipient });
    expect((await stack.call("DELETE", `/panel/api/api-keys/${gone.id}`, { token: owner.token })).status).toBe(204);
    const [shown] = approvalsIn(await list("?limit=100")).filter((one) => one.id === id);
    expect(shown?.requested_by).toEqual({ id: gone.id, name: "Gone" });
    expect((await approve(id)).status).toBe(200);
    await stack.mail(recipient);
  });
});

describe("the words before sending", () => {
  it("leave as the person wrote them: no template is executed, and a plain part of its own is dropped", async () => {
    const recipient = anAddress();
    const id = await waiting({ recipient, body: "<p>Draft</p>", body_type: "html", text: "Draft" });
    const edits = { subject: "Final {{.Name}}", body: "<p>Final {{.Name}}</p>" };
    expect((await approve(id, edits)).status).toBe(200);
    const mail = await stack.mail(recipient);
    expect(mail.subject).toBe("Final {{.Name}}");
    expect(mail.html).toContain("<p>Final {{.Name}}</p>");
    expect(mail.text).toContain("Final {{.Name}}");
    const { body } = await stack.call("GET", `/api/v1/notifications/${id}?expand=request`, { token: owner.key });
    expect(body.request).toMatchObject({ subject: "Final {{.Name}}" });
  });

  it("may change the subject alone, and keep the plain part", async () => {
    const recipient = anAddress();
    const id = await waiting({ recipient, body: "<p>Draft</p>", body_type: "html", text: "Plain" });
    expect((await approve(id, { subject: "Final" })).status).toBe(200);
    const mail = await stack.mail(recipient);
    expect([mail.subject, mail.text.trim()]).toEqual(["Final", "Plain"]);
  });

  it.each([[{ subject: "" }], [{ body: "" }], [{ recipient: "a@b.example" }], [{ subject: 1 }], [[]], [{ text: "x" }]])(
    "are refused as in a send, and it still waits as it was: %j",
    async (edits) => {
      const id = await waiting({ subject: "As it was" });
      expect((await approve(id, edits)).status).toBe(400);
      const [shown] = approvalsIn(await list("?limit=100")).filter((one) => one.id === id);
      expect(shown?.content).toMatchObject({ subject: "As it was" });
      expect((await decline(id)).status).toBe(200);
    },
  );
});

describe("with a time of its own (D42)", () => {
  const later = (ms: number) => new Date(Date.now() + ms).toISOString();

  it("leaves at its time when it is approved early, and at once when it is approved late", async () => {
    const recipient = anAddress();
    const id = await waiting({ recipient, send_at: later(4000) });
    expect((await approve(id)).status).toBe(200);
    expect(codeIn(await timelineOf(id))).toBe("scheduled");
    const mail = await stack.mail(recipient);
    const { send_at: sendAt } = await stack.notification(owner.key, id);
    expect(Date.parse(mail.received_at)).toBeGreaterThanOrEqual(Date.parse(String(sendAt)));

    const late = anAddress();
    const lateId = await waiting({ recipient: late, send_at: later(500) });
    await pause(2500);
    expect(codeIn(await timelineOf(lateId))).toBe("waiting_for_approval");
    expect(await stack.mails(late)).toEqual([]);
    expect((await approve(lateId)).status).toBe(200);
    await stack.mail(late);
  });

  it("is moved by its sender without being released, and approved ones may still be canceled", async () => {
    const recipient = anAddress();
    const id = await waiting({ recipient, send_at: later(3_600_000) });
    const past = later(-1000);
    const patch = (json: Fields, one = id) =>
      stack.call("PATCH", `/api/v1/notifications/${one}`, { token: owner.key, json });
    const moved = await patch({ send_at: past });
    expect([moved.status, moved.body.send_at]).toEqual([200, past]);
    await pause(1500);
    expect(codeIn(await timelineOf(id))).toBe("waiting_for_approval");
    expect(await stack.mails(recipient)).toEqual([]);
    expect((await approve(id)).status).toBe(200);
    await stack.mail(recipient);

    const ahead = await waiting({ send_at: later(3_600_000) });
    expect((await approve(ahead)).status).toBe(200);
    expect((await cancel(ahead)).body.status).toBe("canceled");

    const plain = await waiting();
    const refused = await patch({ send_at: past }, plain);
    expect([refused.status, refused.body.error]).toEqual([409, "notification was not scheduled"]);
  });
});

describe("what releases nothing", () => {
  it("is a retry at the panel, any key, or another person", async () => {
    const id = await waiting();
    const retry = await stack.call("POST", `/panel/api/notifications/${id}/retry`, { token: owner.token });
    expect(retry.status).toBe(409);
    const all = await stack.apiKey(owner.token, { permissions: ["notifications:send", "notifications:read"] });
    for (const token of [owner.key, keyOf(), keyOf(all)])
      for (const answer of [await approve(id, {}, token), await decline(id, token), await list("", token)])
        expect(answer.status).toBe(401);
    const other = await stack.owner();
    expect((await approve(id, {}, other.token)).status).toBe(404);
    expect((await decline(id, other.token)).status).toBe(404);
    expect(codeIn(await timelineOf(id))).toBe("waiting_for_approval");
  });

  it("answers 404 for what never waited or is unknown", async () => {
    const plain = await stack.accepted(owner.key);
    for (const id of [plain, randomUUID()])
      for (const answer of [await approve(id), await decline(id)]) expect(answer.status).toBe(404);
    expect((await approve("nonsense")).status).toBe(400);
  });
});

describe("activity", () => {
  it("records who decided what", async () => {
    const [yes, no] = [await waiting(), await waiting()];
    await approve(yes);
    await decline(no);
    const entries = await until(
      async () =>
        (await stack.call("GET", "/panel/api/activity?kind=notification", { token: owner.token })).body
          .activity as Fields[],
      (found) => [yes, no].every((id) => found.some((one) => one.record_id === id)),
    );
    const actionOn = (id: string) => entries.find((one) => one.record_id === id);
    expect(actionOn(yes)).toMatchObject({ action: "approved", actor: { sub: owner.sub } });
    expect(actionOn(no)).toMatchObject({ action: "declined", actor: { sub: owner.sub } });
  });
});

describe("chat", () => {
  let shop: ChatOwner;
  let agent: Fields;
  const reply = (conversation: string, text: string) =>
    stack.call("POST", `/api/v1/chat-conversations/${conversation}/reply`, { token: keyOf(agent), json: { text } });
  const history = async (conversation: string) => {
    const { body } = await stack.call("GET", `/api/v1/chat-conversations/${conversation}/messages`, {
      token: shop.key,
    });
    return (body.messages as Fields[])
      .filter(({ direction }) => direction === "outbound")
      .map(({ payload }) => payload);
  };
  const received = async (phone: string) => {
    const { body } = await call("GET", `${stack.file.chat_simulator_url}/api/messages?to=${encodeURIComponent(phone)}`);
    return body.messages as Fields[];
  };
  beforeAll(async () => {
    shop = await chatOwner(stack);
    agent = await stack.apiKey(shop.token, { name: "Agent", ...REQUIRED });
  });

  it("keeps a reply in the history while it waits, and sends the final words", async () => {
    const phone = aCustomer();
    await shop.writes(phone);
    const conversation = String((await shop.conversation(phone)).id);
    const answer = await reply(conversation, "Draft");
    expect(answer.status).toBe(202);
    const id = String(answer.body.notification_id);
    expect(await history(conversation)).toEqual([expect.objectContaining({ body: "Draft" })]);
    const [shown] = approvalsIn(await list("", shop.token)).filter((one) => one.id === id);
    expect(shown?.content).toEqual({ chat: { type: "text", text: { body: "Draft" } } });
    expect(await received(phone)).toEqual([]);
    for (const edits of [{ subject: "x" }, { body: " " }, { body: "x".repeat(4097) }])
      expect((await approve(id, edits, shop.token)).status).toBe(400);
    const approved = await approve(id, { body: "Final" }, shop.token);
    expect(approved.status).toBe(200);
    expect(await history(conversation)).toEqual([expect.objectContaining({ body: "Final" })]);
    expect(await stack.settled(shop.key, id)).toMatchObject({ status: "sent" });
    expect(JSON.stringify(await received(phone))).toContain("Final");
    expect(await history(conversation)).toEqual([expect.objectContaining({ body: "Final" })]);
  });

  it("judges the service window when it leaves", async () => {
    const phone = aCustomer();
    const json = { channel: "chat", recipient: phone, chat: { type: "text", text: { body: "Hi" } } };
    const closed = await stack.call("POST", "/api/v1/notifications", { token: shop.key, json });
    expect(closed.status).toBe(409);
    const accepted = await stack.call("POST", "/api/v1/notifications", { token: keyOf(agent), json });
    expect(accepted.status).toBe(202);
    const id = String(accepted.body.id);
    await shop.writes(phone);
    await shop.conversation(phone);
    expect((await approve(id, {}, shop.token)).status).toBe(200);
    expect(await stack.settled(shop.key, id)).toMatchObject({ status: "sent" });
  });

  it("has no other words than those of a text", async () => {
    const phone = aCustomer();
    await shop.writes(phone);
    await shop.conversation(phone);
    const json = {
      ...{ channel: "chat", recipient: phone },
      chat: { type: "location", location: { latitude: 1, longitude: 2, name: "Here" } },
    };
    const { body } = await stack.call("POST", "/api/v1/notifications", { token: keyOf(agent), json });
    const id = String(body.id);
    expect((await approve(id, { body: "Words" }, shop.token)).status).toBe(400);
    const [shown] = approvalsIn(await list("?limit=100", shop.token)).filter((one) => one.id === id);
    expect(shown?.content).toEqual({ chat: json.chat });
    expect((await decline(id, shop.token)).status).toBe(200);
  });
});

describe("decisions at the same moment", () => {
  const RACES = 200;
  const AT_ONCE = 10;

  it(`have one winner in each of ${RACES} races of approving, declining and canceling`, async () => {
    const recipient = anAddress();
    const ids: string[] = [];
    const race = async (n: number) => {
      const id = await waiting({ recipient, subject: `No. ${n}` });
      ids.push(id);
      const edit = n % 3 === 0 ? { subject: `Edited ${n}` } : {};
      const rivals = [() => approve(id, edit), () => decline(id), () => cancel(id), () => approve(id)];
      const order = rivals.map((_, i) => (i + n) % rivals.length);
      const answers = new Map<number, Answer>();
      await Promise.all(order.map(async (i) => answers.set(i, (await rivals[i]?.()) as Answer)));
      const ok = (i: number) => answers.get(i)?.status === 200;
      expect([...answers.values()].every(({ status }) => status === 200 || status === 409)).toBe(true);
      if (answers.get(2)?.status === 409) expect(answers.get(2)?.body.code).toBe("notification_not_pending");
      const ended = await stack.settled(owner.key, id);
      // Canceling what is canceled is 200 (D42), so a cancellation beside a decline shows by the last error.
      const wasDeclined = String(ended.last_error ?? "").startsWith("declined by ");
      const winners = [ok(0), ok(3), ok(1), ok(2) && !wasDeclined].filter(Boolean).length;
      expect(winners).toBe(1);
      expect(ok(1)).toBe(wasDeclined);
      expect(ended.status).toBe(ok(0) || ok(3) ? "sent" : "canceled");
    };
    for (let n = 0; n < RACES; n += AT_ONCE) await Promise.all(Array.from({ length: AT_ONCE }, (_, i) => race(n + i)));
    const ended = await stack.allSettled(owner.key, ids);
    const sent = ended.filter(({ status }) => status === "sent").length;
    expect(await stack.mails(recipient)).toHaveLength(sent);
  }, 240_000);
});
