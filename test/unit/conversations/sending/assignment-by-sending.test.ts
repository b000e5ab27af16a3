import { describe, expect, it } from "vitest";
import { notificationRequest } from "../../../../shared/channels/contract/notification-request.ts";
import type { QueuedChatEvent } from "../../../../shared/chat/ports/chat-event-queue.ts";
import type { ChatSendOutcome } from "../../../../shared/chat/ports/chat-sender.ts";
import { chatIntake, chatOutlet } from "../../../../shared/conversations/chat-channel.ts";
import type { Owner } from "../../../../shared/kernel/owner.ts";
import { submitNotification } from "../../../../shared/notifications/accept/submit-notification.ts";
import { AccountBacklog } from "../../../../shared/notifications/deliver/account-backlog.ts";
import { accountLimiter } from "../../../../shared/notifications/deliver/account-limiter.ts";
import { deliverNotification } from "../../../../shared/notifications/deliver/deliver-notification.ts";
import { aConversationWorld } from "../../../support/a-conversation-world.ts";
import { anOwner } from "../../../support/an-owner.ts";
import { applyEvents } from "../../../support/apply-events.ts";
import { aChatTemplate } from "../../../support/chat-builders.ts";
import { fixedAllowances } from "../../../support/fixed-allowances.ts";
import { inMemorySuppressions } from "../../../support/in-memory-suppressions.ts";
import { inMemoryTemplateProvider } from "../../../support/in-memory-template-provider.ts";
import { recordingChatSender } from "../../../support/recording-chat-sender.ts";

const PHONE = "+15551230001";
const HOUR = 3_600_000;
const [ANNA, BEN, CLARA] = [anOwner("owner-1"), anOwner("owner-2"), anOwner("owner-3")];
const TEXT = { type: "text", text: { body: "Hi" } };
const REFUSED: ChatSendOutcome = { kind: "failed", class: "terminal", cause: "bad parameter", code: 400 };
const UNCLEAR: ChatSendOutcome = { kind: "failed", class: "ambiguous", cause: "no answer in time" };
type Word = "accepted" | "sent" | "delivered" | "read" | "failed";

/** Creates a shared account of Anna (the first owner) and Ben, a customer, and a provider that answers as given. */
async function aSharedAccount() {
  const { deps: world, account: ofTwo, clock, inbound } = aConversationWorld();
  const account = { ...ofTwo, owners: [ANNA, BEN, CLARA], isDefault: true };
  await world.chatAccounts.replace(account);
  const customer = { chatAccountId: account.id, customerKey: PHONE };
  const answers: ChatSendOutcome[] = [];
  const sender = recordingChatSender(
    ({ callbackId }) => answers.shift() ?? { kind: "accepted", cloudMessageId: `cloud-${callbackId}` },
  );
  const waiting: QueuedChatEvent[] = [];
  const deps = {
    ...world,
    conversations: { ...world.conversations },
    templateProvider: inMemoryTemplateProvider(),
    queue: { enqueue: async (event: QueuedChatEvent) => void waiting.push(event) },
    heedKeyword: async () => undefined,
  };
  /** Applies the envelopes again that were put back, as after their delay. */
  const lookAgain = async () => {
    for (const event of waiting.splice(0)) await applyEvents(deps, event);
  };
  const templateOf = async (owner: Owner) => {
    const template = aChatTemplate({ owner, chatAccountId: account.id, parameters: [] });
    await deps.chatTemplates.add(template);
    return { template_id: template.id };
  };
  const templates = { [ANNA]: await templateOf(ANNA), [BEN]: await templateOf(BEN) };
  const noEmails = () => Promise.reject(new Error("no emails here"));
  const email = { check: noEmails, checkAgain: noEmails, readdress: noEmails, maxAttempts: 5 };
  const accept = async (owner: Owner, chat: unknown = templates[owner]) => {
    const request = notificationRequest.parse({ channel: "chat", recipient: PHONE, chat });
    const channels = { email, chat: chatIntake(deps) };
    return submitNotification({ ...deps, channels }, { owner, id: crypto.randomUUID(), caller: {} }, request);
  };
  type Accepted = Awaited<ReturnType<typeof accept>>;
  const deliver = ({ owner, id, accountId }: Accepted) => {
    const throttle = { take: async () => 0 };
    const chat = chatOutlet({ ...deps, throttle, sender, leaseMs: 90_000, suppressions: inMemorySuppressions() });
    const channels = { chat, email: { send: () => Promise.reject(new Error("no emails here")) } };
    const limiter = accountLimiter({ allowances: fixedAllowances(2), maxWaitMs: 1000, ...deps });
    const backlog = new AccountBacklog(deps);
    return deliverNotification(
      { ...deps, channels, limiter, backlog, backoffBaseSeconds: 30, pause: async () => undefined },
      { owner, id, accountId },
    );
  };
  const send = async (owner: Owner, chat?: unknown) => {
    const accepted = await accept(owner, chat);
    await deliver(accepted);
    return accepted;
  };
  const tell = async (value: object) => {
    const entry = {
      id: account.providerBusinessAccountId,
      changes: [
        { field: "messages", value: { metadata: { phone_number_id: account.providerPhoneNumberId }, ...value } },
      ],
    };
    const envelope = JSON.stringify({ whatsAppWebhookEntry: JSON.stringify(entry) });
    await applyEvents(deps, { envelope, arrivedAtMs: clock.now(), repeated: 0 });
  };
  const timestamp = () => String(Math.floor(clock.now() / 1000));
  const writes = (body: string) =>
    tell({
      messages: [
        {
          ...{ from: PHONE.slice(1), id: `wamid.${crypto.randomUUID()}`, timestamp: timestamp() },
          ...{ type: "text", text: { body } },
        },
      ],
    });
  const event = ({ id }: Accepted, status: Word) =>
    tell({ statuses: [{ id: `wamid.${id}`, status, timestamp: timestamp(), biz_opaque_callback_data: id }] });
  const state = ({ owner, id }: Accepted) => deps.notifications.get(owner, id);
  const holder = async () => (await deps.conversations.assignment(customer))?.owner;
  /** Returns the messages of the customer that an owner can read. */
  const readBy = async (owner: Owner) => {
    const { conversations } = await deps.conversations.list(owner, { limit: 10, nowMs: clock.now() });
    const all = await Promise.all(
      conversations.map(async ({ id }) => (await deps.conversations.messages(id, 10)).messages),
    );
    return all.flat().flatMap(({ direction, payload }) => (direction === "inbound" ? [payload.body] : []));
  };
  const tools = { lookAgain, accept, deliver, send, writes, event, state, holder, readBy, inbound, templateOf };
  return { deps, account, clock, customer, answers, sender, ...tools };
}

/** Creates a world in which the customer is assigned to Anna and has not written for a day. */
async function withLapsedHold() {
  const world = await aSharedAccount();
  await world.writes("to Anna");
  world.clock.advance(24 * HOUR);
  return world;
}

describe("the assignment of a customer on a shared account (D28)", () => {
  it.each(["a message that the provider refuses", "a message whose sender has waited for nothing"])(
    "is not moved by %s: the customer's next message goes to the holder",
    async (what) => {
      const { answers, send, accept, state, writes, readBy, holder } = await withLapsedHold();
      answers.push(REFUSED);
      const sent = what.endsWith("refuses") ? await send(BEN) : await accept(BEN);
      expect((await state(sent))?.status).toBe(what.endsWith("refuses") ? "failed" : "pending");
      await writes("a secret for Anna");
      expect([await readBy(ANNA), await readBy(BEN)]).toEqual([["a secret for Anna", "to Anna"], []]);
      expect(await holder()).toBe(ANNA);
    },
  );

  it("cannot be had in advance by a message that the provider refuses, where nobody holds", async () => {
    const { answers, send, holder, writes, readBy, lookAgain } = await aSharedAccount();
    answers.push(REFUSED);
    await send(BEN);
    expect(await holder()).toBeUndefined();
    await writes("hello");
    await lookAgain();
    expect([await readBy(ANNA), await readBy(BEN)]).toEqual([["hello"], []]);
  });

  it("goes to the owner whose message the provider takes, before anybody can see the message as submitted", async () => {
    const { deps, send, state, writes, readBy, holder } = await withLapsedHold();
    const holders: unknown[] = [];
    const { record } = deps.notifications;
    deps.notifications.record = async (...given) => {
      holders.push(await holder());
      return record(...given);
    };
    expect((await state(await send(BEN)))?.status).toBe("submitted");
    expect(holders).toEqual([BEN]);
    await writes("to Ben");
    expect([await readBy(ANNA), await readBy(BEN)]).toEqual([["to Anna"], ["to Ben"]]);
  });

  it("stays with its holder when the customer writes between acceptance and sending", async () => {
    const { accept, deliver, writes, holder, state, readBy } = await withLapsedHold();
    const accepted = await accept(BEN);
    await writes("I am back");
    await deliver(accepted);
    expect((await state(accepted))?.status).toBe("submitted");
    expect([await holder(), await readBy(BEN)]).toEqual([ANNA, []]);
  });

  describe("whom nobody holds, and who writes while a message is on its way to them", () => {
    it("goes to the sender when the provider takes the message within a moment", async () => {
      const { accept, deliver, writes, lookAgain, readBy, holder } = await aSharedAccount();
      const accepted = await accept(BEN);
      await writes("hello");
      expect([await readBy(ANNA), await readBy(BEN)]).toEqual([[], []]);
      await deliver(accepted);
      await lookAgain();
      expect([await readBy(ANNA), await readBy(BEN), await holder()]).toEqual([[], ["hello"], BEN]);
    });

    it.each([
      ["is the first owner's when it does not leave in that time", 0],
      ["is the first owner's at once when it has waited for longer", 5000],
    ])("%s", async (_what, waitedMs) => {
      const { accept, clock, deliver, writes, lookAgain, readBy, holder } = await aSharedAccount();
      const accepted = await accept(BEN);
      clock.advance(waitedMs);
      await writes("hello");
      expect(await readBy(ANNA)).toEqual(waitedMs === 0 ? [] : ["hello"]);
      await lookAgain();
      await deliver(accepted);
      expect([await readBy(ANNA), await readBy(BEN), await holder()]).toEqual([["hello"], [], ANNA]);
    });

    it("waits for nobody when the first owner is the one who writes", async () => {
      const { accept, writes, readBy } = await aSharedAccount();
      await accept(ANNA);
      await writes("hello");
      expect(await readBy(ANNA)).toEqual(["hello"]);
    });
  });

  it("goes to the later of two whose messages the provider takes", async () => {
    const { accept, deliver, send, holder } = await withLapsedHold();
    const [ofAnna, ofBen] = [await accept(ANNA), await accept(BEN)];
    await deliver(ofBen);
    await deliver(ofAnna);
    expect(await holder()).toBe(ANNA);
    await send(BEN);
    expect(await holder()).toBe(BEN);
  });

  describe("after a call without a clear answer", () => {
    it.each<Word>(["accepted", "sent", "delivered", "read"])("moves by the event %s", async (word) => {
      const { answers, send, event, holder } = await withLapsedHold();
      answers.push(UNCLEAR);
      const sent = await send(BEN);
      expect(await holder()).toBe(ANNA);
      await event(sent, word);
      expect(await holder()).toBe(BEN);
    });

    it("does not move by the event of a failure, nor while the customer talks to the holder again", async () => {
      const { answers, send, event, holder, writes } = await withLapsedHold();
      answers.push(UNCLEAR, UNCLEAR);
      await event(await send(BEN), "failed");
      expect(await holder()).toBe(ANNA);
      const second = await send(BEN);
      await writes("I am back");
      await event(second, "sent");
      expect(await holder()).toBe(ANNA);
    });

    it("moves once: a later event of the same message takes nobody back", async () => {
      const { answers, send, event, holder } = await withLapsedHold();
      answers.push(UNCLEAR);
      const sent = await send(BEN);
      await event(sent, "sent");
      await send(ANNA);
      for (const word of ["sent", "delivered", "read"] as const) await event(sent, word);
      expect(await holder()).toBe(ANNA);
    });

    it("moves although the process died over the first event", async () => {
      const { deps, answers, send, event, holder } = await withLapsedHold();
      const { replaceAssignment } = deps.conversations;
      answers.push(UNCLEAR);
      const sent = await send(BEN);
      deps.conversations.replaceAssignment = () => Promise.reject(new Error("died"));
      await expect(event(sent, "sent")).rejects.toThrow("could not be applied");
      deps.conversations.replaceAssignment = replaceAssignment;
      await event(sent, "sent");
      expect(await holder()).toBe(BEN);
    });

    it("is left alone by an owner who has left the account meanwhile", async () => {
      const { deps, account, answers, send, event, holder } = await withLapsedHold();
      answers.push(UNCLEAR);
      const sent = await send(BEN);
      await deps.chatAccounts.replace({ ...account, owners: [ANNA] });
      await event(sent, "sent");
      expect(await holder()).toBe(ANNA);
    });
  });

  it("moves by the event when the worker died after the provider had taken the message", async () => {
    const { deps, accept, deliver, event, holder } = await withLapsedHold();
    const { assignment } = deps.conversations;
    const accepted = await accept(BEN);
    deps.conversations.assignment = () => Promise.reject(new Error("died"));
    deps.notifications.record = () => Promise.reject(new Error("died"));
    await expect(deliver(accepted)).rejects.toThrow("died");
    deps.conversations.assignment = assignment;
    await event(accepted, "sent");
    expect(await holder()).toBe(BEN);
  });

  describe("while others move it at the same moment", () => {
    type World = Awaited<ReturnType<typeof aSharedAccount>>;
    /**
     * Makes another write come first this many times. Returns a function that counts the attempts to move the
     * assignment.
     */
    function contend({ deps }: World, times: number, move: () => Promise<unknown>): () => number {
      const { replaceAssignment } = deps.conversations;
      let reached = 0;
      deps.conversations.replaceAssignment = async (...given) => {
        reached += 1;
        if (reached <= times) await move();
        return replaceAssignment(...given);
      };
      return () => reached;
    }
    /** Moves the assignment between two other owners who send in turn, because no window of theirs is open. */
    function passOn({ deps, customer }: World): () => Promise<unknown> {
      const { assignment, replaceAssignment } = deps.conversations;
      return async () => {
        const seen = await assignment(customer);
        await replaceAssignment(customer, seen, { owner: seen?.owner === ANNA ? CLARA : ANNA });
      };
    }

    it("is decided again, and leaves the sender out when the customer has come back to the holder", async () => {
      const world = await withLapsedHold();
      const { inbound } = world;
      const reached = contend(world, 1, () => inbound({ phone: PHONE, owner: ANNA }));
      expect((await world.state(await world.send(BEN)))?.status).toBe("submitted");
      expect([await world.holder(), reached()]).toEqual([ANNA, 1]);
      await world.writes("still to Anna");
      expect(await world.readBy(BEN)).toEqual([]);
    });

    it.each([1, 4])("is taken by the try after %i that were lost", async (lost) => {
      const world = await withLapsedHold();
      const reached = contend(world, lost, passOn(world));
      await world.send(BEN);
      expect([await world.holder(), reached()]).toEqual([BEN, lost + 1]);
      expect(world.deps.log.lines.join()).not.toContain("chat_hold");
    });

    it("is left to the provider's events when every try is lost: the message is sent once, and the log says so", async () => {
      const world = await withLapsedHold();
      const reached = contend(world, 5, passOn(world));
      const sent = await world.send(BEN);
      expect([await world.holder(), reached(), (await world.state(sent))?.status]).toEqual([CLARA, 5, "submitted"]);
      expect(world.deps.log.lines.join()).toContain('"event":"chat_hold.contended"');
      await world.event(sent, "delivered");
      expect([await world.holder(), world.sender.sent.length]).toEqual([BEN, 1]);
      // The move happens only once.
      await world.send(ANNA);
      await world.event(sent, "read");
      expect(await world.holder()).toBe(ANNA);
    });

    it("makes the event come back when its tries are lost too", async () => {
      const world = await withLapsedHold();
      world.answers.push(UNCLEAR);
      const sent = await world.send(BEN);
      const reached = contend(world, 5, passOn(world));
      await expect(world.event(sent, "sent")).rejects.toThrow("could not be applied");
      await world.event(sent, "sent");
      expect([await world.holder(), reached()]).toEqual([BEN, 6]);
    });

    it("lets the customer's message find the quicker owner, and comes back when the holder changes at every try", async () => {
      const world = await aSharedAccount();
      const { replaceAssignment } = world.deps.conversations;
      const reached = contend(world, 1, () => replaceAssignment(world.customer, undefined, { owner: BEN }));
      await world.writes("to the quicker owner");
      expect([await world.readBy(BEN), await world.holder(), reached()]).toEqual([["to the quicker owner"], BEN, 1]);

      const other = await aSharedAccount();
      // At every read the assignment is already gone.
      other.deps.conversations.assignment = async () => undefined;
      await other.deps.conversations.replaceAssignment(other.customer, undefined, { owner: BEN });
      await expect(other.writes("to nobody yet")).rejects.toThrow("could not be applied");
      expect([await other.readBy(ANNA), await other.readBy(BEN)]).toEqual([[], []]);
    });
  });

  it("that cannot be written keeps no message from being submitted, and none is sent twice", async () => {
    const { deps, send, state, event, holder, sender } = await withLapsedHold();
    const { replaceAssignment } = deps.conversations;
    deps.conversations.replaceAssignment = () => Promise.reject(new Error("the table is down"));
    const sent = await send(BEN);
    expect((await state(sent))?.status).toBe("submitted");
    expect(deps.log.lines.join()).toContain('"event":"chat_hold.not_taken"');
    deps.conversations.replaceAssignment = replaceAssignment;
    expect(await holder()).toBe(ANNA);
    await event(sent, "sent");
    expect([await holder(), sender.sent.length]).toEqual([BEN, 1]);
  });

  it("keeps a free-form message from leaving when another owner has it by then, fallback or not", async () => {
    for (const fallback of [false, true]) {
      const world = await aSharedAccount();
      await world.writes("to Anna");
      const { template_id } = await world.templateOf(ANNA);
      const accepted = await world.accept(ANNA, { ...TEXT, ...(fallback && { fallback_template: { template_id } }) });
      // Anna leaves the account, the customer writes to Ben, and Anna comes back before her message leaves.
      await world.deps.chatAccounts.replace({ ...world.account, owners: [BEN] });
      await world.writes("to Ben");
      await world.deps.chatAccounts.replace(world.account);
      await world.deliver(accepted);
      expect(await world.state(accepted)).toMatchObject({
        ...{ status: "failed", attempts: 1 },
        lastError: "conversation is owned by another tenant since this message was accepted",
      });
      expect([world.sender.sent, await world.holder()]).toEqual([[], BEN]);
    }
  });

  it("lets a template leave the owner who has it", async () => {
    const { accept, deliver, writes, state } = await withLapsedHold();
    const accepted = await accept(BEN);
    await writes("I am back");
    await deliver(accepted);
    expect((await state(accepted))?.status).toBe("submitted");
  });
});
