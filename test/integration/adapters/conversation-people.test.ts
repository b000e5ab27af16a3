import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  addCannedReply,
  listCannedReplies,
  removeCannedReply,
  replaceCannedReply,
} from "../../../shared/conversations/canned-replies.ts";
import { MAX_CANNED_REPLIES } from "../../../shared/conversations/domain/canned-reply.ts";
import { MAX_NOTES } from "../../../shared/conversations/domain/conversation-note.ts";
import { DynamoCannedReplyStore } from "../../../shared/conversations/dynamo/canned-reply-store.ts";
import { DynamoNoteStore } from "../../../shared/conversations/dynamo/note-store.ts";
import { Refusal } from "../../../shared/kernel/refusal.ts";
import { anOwner } from "../../support/an-owner.ts";
import { fakeClock } from "../../support/fake-clock.ts";
import { sequentialIdentifiers } from "../../support/sequential-identifiers.ts";
import { type TableFixture, tableFixture } from "../../support/table-fixture.ts";

let fixture: TableFixture;
beforeAll(async () => {
  fixture = await tableFixture();
});
afterAll(() => fixture.close());

const codeOf = async (work: Promise<unknown>): Promise<string> => {
  const error = await work.catch((reason: unknown) => reason);
  if (!(error instanceof Refusal)) throw new Error(`no refusal: ${String(error)}`);
  return error.code;
};

describe("DynamoNoteStore", () => {
  const aNote = (conversationId: string, createdAtMs = 1) => ({
    id: crypto.randomUUID(),
    conversationId,
    text: `Prefers ${createdAtMs} 😀`,
    author: "Dana",
    createdAtMs,
  });
  const open = () => new DynamoNoteStore(fixture.client, "Chat");

  it("lists a conversation's notes newest first, and removes one once", async () => {
    const [store, conversation] = [open(), crypto.randomUUID()];
    const [first, second] = [aNote(conversation, 1), aNote(conversation, 2)];
    for (const note of [first, second]) expect(await store.add(note)).toBe(true);
    await store.add(aNote(crypto.randomUUID()));
    expect(await store.list(conversation)).toEqual([second, first]);
    expect(await store.remove(conversation, first.id)).toBe(true);
    expect(await store.remove(conversation, first.id)).toBe(false);
    expect(await store.remove(crypto.randomUUID(), second.id)).toBe(false);
    expect(await store.list(conversation)).toEqual([second]);
  });

  it("keeps a hundred and never more, also of several at once, and takes one again when one has gone", async () => {
    const [store, conversation] = [open(), crypto.randomUUID()];
    for (let n = 0; n < MAX_NOTES - 1; n++) expect(await store.add(aNote(conversation, n))).toBe(true);
    const added = await Promise.all([1, 2, 3].map((n) => store.add(aNote(conversation, 1000 + n))));
    expect(added.filter(Boolean)).toHaveLength(1);
    const notes = await store.list(conversation);
    expect(notes).toHaveLength(MAX_NOTES);
    await store.remove(conversation, notes[50]?.id ?? "");
    expect(await store.add(aNote(conversation, 2000))).toBe(true);
    expect(await store.add(aNote(conversation, 2001))).toBe(false);
  });
});

describe("DynamoNoteStore, when many write at once", () => {
  it("keeps a hundred of 130 notes and fails for nobody", async () => {
    const [store, conversationId] = [new DynamoNoteStore(fixture.client, "Chat"), crypto.randomUUID()];
    const add = (n: number) =>
      store.add({ id: crypto.randomUUID(), conversationId, text: "t", author: "Dana", createdAtMs: n });
    const added = await Promise.all(Array.from({ length: MAX_NOTES + 30 }, (_, n) => add(n)));
    expect(added.filter(Boolean)).toHaveLength(MAX_NOTES);
    expect(await store.list(conversationId)).toHaveLength(MAX_NOTES);
  });
});

describe("canned replies", () => {
  const aWorld = () => {
    const cannedReplies = new DynamoCannedReplyStore(fixture.client, "Chat");
    return { deps: { cannedReplies, clock: fakeClock(), identifiers: sequentialIdentifiers() }, owner: anOwner() };
  };

  it("are the owner's, by name, and may be changed and deleted", async () => {
    const { deps, owner } = aWorld();
    const hours = await addCannedReply(deps, owner, { name: "hours", text: "9 to 17" });
    const address = await addCannedReply(deps, owner, { name: "Address", text: "Here" });
    expect(await listCannedReplies(deps, owner)).toEqual([address, hours]);
    expect(await listCannedReplies(deps, anOwner())).toEqual([]);
    const renamed = await replaceCannedReply(deps, hours, { name: "Opening", text: "9 to 18" });
    expect(await listCannedReplies(deps, owner)).toEqual([address, renamed]);
    const sameName = await replaceCannedReply(deps, renamed, { name: "OPENING", text: "always" });
    expect(await listCannedReplies(deps, owner)).toEqual([address, sameName]);
    await removeCannedReply(deps, hours);
    expect(await codeOf(removeCannedReply(deps, hours))).toBe("not_found");
    expect(await codeOf(replaceCannedReply(deps, hours, { name: "x", text: "y" }))).toBe("not_found");
    expect(await listCannedReplies(deps, owner)).toEqual([address]);
  });

  it("have a name each, whatever its case, also when two are written at once", async () => {
    const { deps, owner } = aWorld();
    const one = await addCannedReply(deps, owner, { name: "Hours", text: "a" });
    expect(await codeOf(addCannedReply(deps, owner, { name: "hours", text: "b" }))).toBe("name_taken");
    const other = await addCannedReply(deps, owner, { name: "Other", text: "c" });
    expect(await codeOf(replaceCannedReply(deps, other, { name: "HOURS", text: "d" }))).toBe("name_taken");
    const both = [1, 2].map((n) => addCannedReply(deps, owner, { name: "new", text: String(n) }));
    const settled = await Promise.allSettled(both);
    expect(settled.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect((await listCannedReplies(deps, owner)).map(({ text }) => text).slice(0, 1)).toEqual([one.text]);
  });

  it("are two hundred at most", async () => {
    const { deps, owner } = aWorld();
    for (let n = 0; n < MAX_CANNED_REPLIES; n++) await addCannedReply(deps, owner, { name: `n${n}`, text: "t" });
    expect(await codeOf(addCannedReply(deps, owner, { name: "more", text: "t" }))).toBe("limit_reached");
    expect(await listCannedReplies(deps, owner)).toHaveLength(MAX_CANNED_REPLIES);
  });

  it("are two hundred also when 240 are added at once, and make room for one when one has gone", async () => {
    const { deps, owner } = aWorld();
    const add = (n: number) => addCannedReply(deps, owner, { name: `n${n}`, text: "t" });
    const settled = await Promise.allSettled(Array.from({ length: 240 }, (_, n) => add(n)));
    const codes = settled.flatMap((one) => (one.status === "rejected" ? [(one.reason as Refusal).code] : []));
    expect(codes).toEqual(Array(40).fill("limit_reached"));
    const all = await listCannedReplies(deps, owner);
    expect(all).toHaveLength(MAX_CANNED_REPLIES);
    const [first] = all;
    if (first === undefined) throw new Error("there is none");
    await replaceCannedReply(deps, first, { name: "renamed", text: "t" });
    expect(await codeOf(add(1000))).toBe("limit_reached");
    await removeCannedReply(deps, first);
    await add(1001);
    expect(await codeOf(add(1002))).toBe("limit_reached");
  });
});
