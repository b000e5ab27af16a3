import type { Clock } from "../kernel/clock.ts";
import type { Identifiers } from "../kernel/identifiers.ts";
import type { Owner } from "../kernel/owner.ts";
import { notFound, Refusal } from "../kernel/refusal.ts";
import { type ConversationNote, MAX_NOTES } from "./domain/conversation-note.ts";
import { getConversation } from "./get-conversation.ts";
import type { ConversationStore, NoteStore } from "./ports.ts";

export interface NotesDeps {
  readonly conversations: Pick<ConversationStore, "get">;
  readonly notes: NoteStore;
  readonly clock: Clock;
  readonly identifiers: Pick<Identifiers, "newId">;
}

interface OfConversation {
  readonly owner: Owner;
  readonly conversationId: string;
}

/** The newest note comes first. */
export async function listNotes(
  deps: Pick<NotesDeps, "conversations" | "notes">,
  { owner, conversationId }: OfConversation,
): Promise<readonly ConversationNote[]> {
  await getConversation(deps, owner, conversationId);
  return deps.notes.list(conversationId);
}

export interface NewNote extends OfConversation {
  readonly id?: string;
  readonly text: string;
  readonly author: string;
}

/** @throws Refusal `not_found`, or `limit_reached` */
export async function addNote(
  deps: NotesDeps,
  { owner, conversationId, text, author, id = deps.identifiers.newId() }: NewNote,
): Promise<ConversationNote> {
  await getConversation(deps, owner, conversationId);
  const note = { id, conversationId, text, author, createdAtMs: deps.clock.now() };
  if (await deps.notes.add(note)) return note;
  throw new Refusal("limit_reached", `notes of a conversation may be at most ${MAX_NOTES}: delete one`);
}

/** @throws Refusal `not_found` */
export async function removeNote(
  deps: Pick<NotesDeps, "conversations" | "notes">,
  { owner, conversationId, id }: OfConversation & { readonly id: string },
): Promise<void> {
  await getConversation(deps, owner, conversationId);
  if (!(await deps.notes.remove(conversationId, id))) throw notFound();
}
