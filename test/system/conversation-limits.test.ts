import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { aCustomer, type ChatOwner, chatOwner } from "../support/chat-owner.ts";
import { type Fields, LocalStack, until } from "../support/local-stack.ts";

const API = "/api/v1/chat-conversations";

describe("without a limit", () => {
  let stack: LocalStack;
  let owner: ChatOwner;
  beforeAll(async () => {
    stack = await LocalStack.shared();
    owner = await chatOwner(stack);
  });
  afterAll(() => stack.close());

  const read = async (path: string, field: string) => {
    const { status, body } = await stack.call("GET", API + path, { token: owner.key });
    expect(status).toBe(200);
    return { list: body[field] as Fields[], next: body.next_cursor };
  };
  /** Returns the whole list once it has this many entries. */
  const whole = (path: string, field: string, wanted: number) =>
    until(
      async () => (await read(path, field)).list.length,
      (length) => length === wanted,
    );

  it("the list of conversations answers 25 and a cursor to the rest (L-list)", async () => {
    await Promise.all(Array.from({ length: 26 }, () => owner.writes(aCustomer())));
    await whole("?limit=100", "conversations", 26);
    const first = await read("", "conversations");
    expect(first.list).toHaveLength(25);
    const second = await read(`?cursor=${first.next}`, "conversations");
    expect([second.list.length, second.next]).toEqual([1, undefined]);
  });

  it("the history answers the newest 100, and 500 when asked for them (L-history)", async () => {
    const phone = aCustomer();
    await owner.writes(phone, { type: "text", text: { body: "first" }, timestamp: Math.floor(Date.now() / 1000) - 60 });
    const { id } = await owner.conversation(phone);
    await Promise.all(Array.from({ length: 100 }, () => owner.writes(phone)));
    await whole(`/${id}/messages?limit=500`, "messages", 101);
    const { list } = await read(`/${id}/messages`, "messages");
    expect(list).toHaveLength(100);
    expect(list.map(({ payload }) => (payload as Fields).body)).not.toContain("first");
  });
});
