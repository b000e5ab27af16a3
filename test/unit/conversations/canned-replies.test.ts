import { expect, it } from "vitest";
import { findCannedReply } from "../../../shared/conversations/canned-replies.ts";
import type { CannedReply } from "../../../shared/conversations/domain/canned-reply.ts";
import { anOwner } from "../../support/an-owner.ts";

const reply: CannedReply = {
  owner: anOwner(),
  id: "01a2199c-2340-7722-a4e3-0731fba1b5a6",
  name: "hours",
  text: "From 9 to 17.",
  updatedAtMs: 1,
  revision: "r",
};
const answering = (...lists: readonly (readonly CannedReply[])[]) => {
  let looks = 0;
  return { cannedReplies: { list: async () => lists[looks++] ?? [] } };
};

it("a canned reply that is renamed during the first look is found", async () => {
  expect(await findCannedReply(answering([], [reply]), reply)).toEqual(reply);
});

it("a canned reply that two looks miss is not found", async () => {
  await expect(findCannedReply(answering([], [], [reply]), reply)).rejects.toMatchObject({ code: "not_found" });
});
