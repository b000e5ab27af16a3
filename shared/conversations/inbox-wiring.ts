import { dynamo } from "../aws/wiring.ts";
import { sessionServices } from "../identity/wiring.ts";
import { config } from "../kernel/config.ts";
import { once } from "../kernel/once.ts";
import { DynamoCannedReplyStore } from "./dynamo/canned-reply-store.ts";
import { DynamoNoteStore } from "./dynamo/note-store.ts";
import { conversationInbox, conversationServices } from "./wiring.ts";

/** Services for notes, canned replies, and the marks `read` and `done`. */
export const inboxServices = /* @__PURE__ */ once(() => ({
  ...conversationServices(),
  ...sessionServices(),
  inbox: conversationInbox(),
  notes: new DynamoNoteStore(dynamo(), config("CHAT_TABLE")),
  cannedReplies: new DynamoCannedReplyStore(dynamo(), config("CHAT_TABLE")),
}));
