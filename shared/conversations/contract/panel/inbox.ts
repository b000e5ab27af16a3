import * as z from "zod";
import { characters } from "../../../chat/domain/templates/placeholders.ts";
import { IF_MATCH } from "../../../edge/contract/entity-tag.ts";
import { idParams, nonBlank, timestamp, uuid } from "../../../edge/contract/fields.ts";
import { IDEMPOTENCY_KEY, KEY_REFUSALS } from "../../../edge/contract/idempotent.ts";
import { type Capability, route } from "../../../edge/contract/route.ts";
import { type CannedReply, MAX_CANNED_CHARACTERS, MAX_NAME_CHARACTERS } from "../../domain/canned-reply.ts";
import { type ConversationNote, MAX_NOTE_CHARACTERS } from "../../domain/conversation-note.ts";
import { READ_REFUSALS } from "../conversations.ts";
import { panelConversationView } from "./conversation-views.ts";
import { PANEL } from "./conversations.ts";

const WRITE: readonly Capability[] = ["chat:read", "chat:write"];
const REMOVE: readonly Capability[] = ["chat:read", "chat:remove"];

const limited = (field: string, max: number) =>
  nonBlank(field).refine((text) => characters(text) <= max, { error: `${field} must have at most ${max} characters` });

const marksRequest = z
  .strictObject({
    read_up_to: uuid("read_up_to").optional(),
    is_done: z.boolean({ error: "is_done must be a boolean" }).optional(),
  })
  .refine(({ read_up_to, is_done }) => read_up_to !== undefined || is_done !== undefined, {
    error: "read_up_to or is_done is required",
  });

export const markPanelConversation = route({
  ...PANEL,
  operationId: "markPanelConversation",
  changes: "nothing",
  summary: "Mark a conversation as read or done",
  method: "PUT",
  path: "/panel/api/chat-conversations/{id}/marks",
  params: idParams,
  body: marksRequest,
  success: { status: 200, schema: panelConversationView },
  refusals: [...READ_REFUSALS, "insufficient_scope"],
  uses: [...WRITE, "notifications:read-many"],
  impact: "what people have read and done is forgotten",
});

const noteView = z
  .strictObject({ id: z.guid(), text: z.string(), author: z.string(), created_at: timestamp })
  .meta({ id: "ConversationNote" });

export const toNoteView = ({ id, text, author, createdAtMs }: ConversationNote): z.input<typeof noteView> => ({
  id,
  text,
  author,
  created_at: new Date(createdAtMs).toISOString(),
});

const NOTES = { ...PANEL, params: idParams, impact: "notes of conversations cannot be read or written" } as const;

export const listConversationNotes = route({
  ...NOTES,
  operationId: "listConversationNotes",
  summary: "List a conversation's notes",
  method: "GET",
  path: "/panel/api/chat-conversations/{id}/notes",
  success: { status: 200, schema: z.strictObject({ notes: z.array(noteView) }) },
  refusals: [...READ_REFUSALS, "insufficient_scope"],
  uses: ["chat:read"],
});

export const addConversationNote = route({
  ...NOTES,
  operationId: "addConversationNote",
  changes: "nothing",
  summary: "Add a note to a conversation",
  method: "POST",
  path: "/panel/api/chat-conversations/{id}/notes",
  headers: IDEMPOTENCY_KEY,
  body: z.strictObject({
    text: limited("text", MAX_NOTE_CHARACTERS),
  }),
  success: { status: 201, schema: noteView },
  refusals: [...READ_REFUSALS, "insufficient_scope", "limit_reached", ...KEY_REFUSALS],
  uses: WRITE,
});

export const deleteConversationNote = route({
  ...NOTES,
  operationId: "deleteConversationNote",
  changes: "nothing",
  summary: "Delete a note",
  method: "DELETE",
  path: "/panel/api/chat-conversations/{id}/notes/{noteID}",
  params: z.strictObject({ id: uuid("id"), noteID: uuid("noteID") }),
  success: { status: 204 },
  refusals: [...READ_REFUSALS, "insufficient_scope"],
  uses: REMOVE,
});

const cannedReplyView = z
  .strictObject({ id: z.guid(), name: z.string(), text: z.string(), updated_at: timestamp })
  .meta({ id: "CannedReply" });

export const toCannedReplyView = ({ id, name, text, updatedAtMs }: CannedReply): z.input<typeof cannedReplyView> => ({
  id,
  name,
  text,
  updated_at: new Date(updatedAtMs).toISOString(),
});

const cannedReplyRequest = z.strictObject({
  name: limited("name", MAX_NAME_CHARACTERS).transform((name) => name.trim()),
  text: limited("text", MAX_CANNED_CHARACTERS),
});

const CANNED = { ...PANEL, impact: "canned replies cannot be read or written" } as const;
const CANNED_REFUSALS = ["invalid_request", "unauthorized", "insufficient_scope"] as const;

export const listCannedReplies = route({
  ...CANNED,
  operationId: "listCannedReplies",
  summary: "List canned replies",
  method: "GET",
  path: "/panel/api/canned-replies",
  success: {
    status: 200,
    schema: z.strictObject({ canned_replies: z.array(cannedReplyView) }),
  },
  refusals: ["unauthorized", "insufficient_scope"],
  uses: ["chat:read"],
});

export const createCannedReply = route({
  ...CANNED,
  operationId: "createCannedReply",
  changes: "nothing",
  summary: "Create a canned reply",
  method: "POST",
  path: "/panel/api/canned-replies",
  headers: IDEMPOTENCY_KEY,
  body: cannedReplyRequest,
  success: { status: 201, schema: cannedReplyView, hasTag: true },
  refusals: [...CANNED_REFUSALS, "limit_reached", "name_taken", ...KEY_REFUSALS],
  uses: WRITE,
});

export const getCannedReply = route({
  ...CANNED,
  operationId: "getCannedReply",
  summary: "Read a canned reply",
  method: "GET",
  path: "/panel/api/canned-replies/{id}",
  params: idParams,
  success: { status: 200, schema: cannedReplyView, hasTag: true },
  refusals: [...CANNED_REFUSALS, "not_found"],
  uses: ["chat:read"],
});

export const replaceCannedReply = route({
  ...CANNED,
  operationId: "replaceCannedReply",
  changes: "nothing",
  summary: "Replace a canned reply",
  method: "PUT",
  path: "/panel/api/canned-replies/{id}",
  headers: IF_MATCH,
  params: idParams,
  body: cannedReplyRequest,
  success: { status: 200, schema: cannedReplyView, hasTag: true },
  refusals: [...CANNED_REFUSALS, "not_found", "name_taken", "version_conflict"],
  uses: [...WRITE, "chat:remove"],
});

export const deleteCannedReply = route({
  ...CANNED,
  operationId: "deleteCannedReply",
  changes: "nothing",
  summary: "Delete a canned reply",
  method: "DELETE",
  path: "/panel/api/canned-replies/{id}",
  headers: IF_MATCH,
  params: idParams,
  success: { status: 204 },
  refusals: [...CANNED_REFUSALS, "not_found", "version_conflict"],
  uses: REMOVE,
});
