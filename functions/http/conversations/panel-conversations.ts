import {
  addCannedReply,
  findCannedReply,
  listCannedReplies,
  removeCannedReply,
  replaceCannedReply,
} from "../../../shared/conversations/canned-replies.ts";
import {
  toPanelConversationPageView,
  toPanelConversationView,
} from "../../../shared/conversations/contract/panel/conversation-views.ts";
import * as contract from "../../../shared/conversations/contract/panel/conversations.ts";
import { toPanelHistoryView } from "../../../shared/conversations/contract/panel/history-view.ts";
import * as people from "../../../shared/conversations/contract/panel/inbox.ts";
import { addNote, listNotes, removeNote } from "../../../shared/conversations/conversation-notes.ts";
import { describeConversations } from "../../../shared/conversations/describe-conversations.ts";
import type { CannedReply } from "../../../shared/conversations/domain/canned-reply.ts";
import type { Conversation } from "../../../shared/conversations/domain/conversation.ts";
import { getConversation } from "../../../shared/conversations/get-conversation.ts";
import { getToldHistory } from "../../../shared/conversations/get-told-history.ts";
import { inboxServices } from "../../../shared/conversations/inbox-wiring.ts";
import { listDescribedConversations } from "../../../shared/conversations/list-described-conversations.ts";
import { markConversation } from "../../../shared/conversations/mark-conversation.ts";
import { conversationServices } from "../../../shared/conversations/wiring.ts";
import { httpFunction } from "../../../shared/edge/http-function.ts";
import { madeOnce } from "../../../shared/edge/made-once.ts";
import { operation } from "../../../shared/edge/operation.ts";
import { tagged } from "../../../shared/edge/tagged.ts";
import { personName } from "../../../shared/identity/person-name.ts";
import { idempotentTokenServices, sessionServices } from "../../../shared/identity/wiring.ts";
import type { Owner } from "../../../shared/kernel/owner.ts";
import { replyOperation } from "./reply-operation.ts";

type Deps = ReturnType<typeof inboxServices>;

async function describedView(deps: Deps, owner: Owner, conversation: Conversation) {
  const [described = conversation] = await describeConversations(deps, owner, [conversation]);
  return toPanelConversationView(described, deps.clock.now());
}

const conversations = [
  operation(
    contract.listPanelConversations,
    async (deps, { owner, query }) =>
      toPanelConversationPageView(await listDescribedConversations(deps, owner, query), deps.clock.now()),
    inboxServices,
  ),
  operation(contract.countPanelConversations, (deps, { owner }) => deps.inbox.countWaiting(owner), inboxServices),
  operation(
    contract.getPanelConversation,
    async (deps, { owner, params }) => describedView(deps, owner, await getConversation(deps, owner, params.id)),
    inboxServices,
  ),
  operation(
    contract.getPanelConversationMessages,
    async (deps, { owner, params, query }) =>
      toPanelHistoryView(await getToldHistory(deps, owner, { ...params, ...query }), deps.clock.now()),
    inboxServices,
  ),
  operation(
    people.markPanelConversation,
    async (deps, { owner, params, body }) => {
      const marks = { ...params, readUpTo: body.read_up_to, isDone: body.is_done };
      return describedView(deps, owner, await markConversation(deps, owner, marks));
    },
    inboxServices,
  ),
  replyOperation(contract.replyToPanelConversation, conversationServices, (identity) =>
    personName(sessionServices(), identity),
  ),
];

const notes = [
  operation(
    people.listConversationNotes,
    async (deps, { owner, params }) => ({
      notes: (await listNotes(deps, { owner, conversationId: params.id })).map(people.toNoteView),
    }),
    inboxServices,
  ),
  operation(
    people.addConversationNote,
    async (deps, { owner, params, body, identity, ...request }) => {
      if (identity === undefined) throw new Error("a route with access tokens was called without one");
      const author = (await personName(deps, identity)) ?? identity.token.sub;
      const key = { owner, conversationId: params.id };
      const note = await madeOnce(request, {
        newId: deps.identifiers.newId,
        find: async (id) => (await listNotes(deps, key)).find((one) => one.id === id),
        make: (id) => addNote(deps, { ...key, id, text: body.text, author }),
      });
      return people.toNoteView(note);
    },
    inboxServices,
  ),
  operation(
    people.deleteConversationNote,
    (deps, { owner, params }) => removeNote(deps, { owner, conversationId: params.id, id: params.noteID }),
    inboxServices,
  ),
];

const shown = (reply: CannedReply) => tagged(people.toCannedReplyView(reply), reply.revision);

const cannedReplies = [
  operation(
    people.listCannedReplies,
    async (deps, { owner }) => ({
      canned_replies: (await listCannedReplies(deps, owner)).map(people.toCannedReplyView),
    }),
    inboxServices,
  ),
  operation(
    people.createCannedReply,
    async (deps, { owner, body, ...request }) =>
      shown(
        await madeOnce(request, {
          newId: deps.identifiers.newId,
          find: async (id) => (await listCannedReplies(deps, owner)).find((one) => one.id === id),
          make: (id) => addCannedReply(deps, owner, body, id),
        }),
      ),
    inboxServices,
  ),
  operation(
    people.getCannedReply,
    async (deps, { owner, params }) => shown(await findCannedReply(deps, { owner, ...params })),
    inboxServices,
  ),
  operation(
    people.replaceCannedReply,
    async (deps, { owner, params, expected, body }) =>
      shown(await replaceCannedReply(deps, { owner, ...params, expected }, body)),
    inboxServices,
  ),
  operation(
    people.deleteCannedReply,
    (deps, { owner, params, expected }) => removeCannedReply(deps, { owner, ...params, expected }),
    inboxServices,
  ),
];

export const handler = httpFunction(idempotentTokenServices, [...conversations, ...notes, ...cannedReplies]);
