import type { Clock } from "../kernel/clock.ts";
import type { Identifiers } from "../kernel/identifiers.ts";
import type { Owner } from "../kernel/owner.ts";
import { notFound, Refusal } from "../kernel/refusal.ts";
import { type Expected, refuseOtherRevision } from "../kernel/revision.ts";
import { CHANGED, lookingAgain } from "../kernel/write-conflict.ts";
import { type CannedReply, MAX_CANNED_REPLIES, nameKey } from "./domain/canned-reply.ts";
import type { CannedReplyStore } from "./ports.ts";

export interface CannedRepliesDeps {
  readonly cannedReplies: CannedReplyStore;
  readonly clock: Clock;
  readonly identifiers: Pick<Identifiers, "newId">;
}

export type CannedReplyDraft = Pick<CannedReply, "name" | "text">;

const nameTaken = (): Refusal => new Refusal("name_taken", "name is taken by another canned reply");

/** The replies are sorted by name. */
export async function listCannedReplies(
  { cannedReplies }: Pick<CannedRepliesDeps, "cannedReplies">,
  owner: Owner,
): Promise<readonly CannedReply[]> {
  const all = await cannedReplies.list(owner);
  return [...all].sort((a, b) => (nameKey(a.name) < nameKey(b.name) ? -1 : 1));
}

/** @throws Refusal `name_taken` or `limit_reached` */
export async function addCannedReply(
  { cannedReplies, clock, identifiers }: CannedRepliesDeps,
  owner: Owner,
  draft: CannedReplyDraft,
  id = identifiers.newId(),
): Promise<CannedReply> {
  const added = await cannedReplies.add({ owner, id, ...draft, updatedAtMs: clock.now() });
  if (added === "name_taken") throw nameTaken();
  if (added === "full")
    throw new Refusal("limit_reached", `canned replies may be at most ${MAX_CANNED_REPLIES}: delete or change one`);
  return added;
}

interface Place extends Pick<CannedReply, "owner" | "id"> {
  readonly expected?: Expected | undefined;
}

/** @throws Refusal `not_found` or `name_taken` */
export function replaceCannedReply(
  { cannedReplies, clock }: Omit<CannedRepliesDeps, "identifiers">,
  { owner, id, expected }: Place,
  draft: CannedReplyDraft,
): Promise<CannedReply> {
  return lookingAgain("a canned reply", async () => {
    const known = await findCannedReply({ cannedReplies }, { owner, id });
    refuseOtherRevision(expected, known.revision);
    const replaced = await cannedReplies.replace(known, { owner, id, ...draft, updatedAtMs: clock.now() });
    if (replaced === "name_taken") throw nameTaken();
    return replaced === "changed" ? CHANGED : replaced;
  });
}

/** @throws Refusal `not_found` */
export function removeCannedReply(
  { cannedReplies }: Pick<CannedRepliesDeps, "cannedReplies">,
  { owner, id, expected }: Place,
): Promise<void> {
  return lookingAgain("a canned reply", async () => {
    const known = await findCannedReply({ cannedReplies }, { owner, id });
    refuseOtherRevision(expected, known.revision);
    return (await cannedReplies.remove(known)) === "changed" ? CHANGED : undefined;
  });
}

/** @throws Refusal `not_found` */
export async function findCannedReply(
  { cannedReplies }: { readonly cannedReplies: Pick<CannedReplyStore, "list"> },
  { owner, id }: Pick<CannedReply, "owner" | "id">,
): Promise<CannedReply> {
  const read = async () => (await cannedReplies.list(owner)).find((one) => one.id === id);
  // A reply that is renamed during the first read moves to another key, and the list may miss it; the second read finds it.
  const known = (await read()) ?? (await read());
  if (known === undefined) throw notFound();
  return known;
}
