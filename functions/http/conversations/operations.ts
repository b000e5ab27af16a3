import type { ZodType } from "zod";
import {
  toConversationPageView,
  toConversationView,
  toHistoryView,
} from "../../../shared/conversations/contract/conversation-views.ts";
import type * as contract from "../../../shared/conversations/contract/conversations.ts";
import type { Reply, TemplateReply } from "../../../shared/conversations/domain/reply.ts";
import { getConversation } from "../../../shared/conversations/get-conversation.ts";
import { getMessages } from "../../../shared/conversations/get-messages.ts";
import { listConversations } from "../../../shared/conversations/list-conversations.ts";
import { replyToConversation } from "../../../shared/conversations/reply-to-conversation.ts";
import { conversationServices } from "../../../shared/conversations/wiring.ts";
import type { BoundOperation } from "../../../shared/edge/bound-operation.ts";
import type { Credential, Route, WithCredential } from "../../../shared/edge/contract/route.ts";
import { operation } from "../../../shared/edge/operation.ts";
import type { CallerIdentity } from "../../../shared/edge/ports.ts";

/** The routes of one credential. */
interface ConversationRoutes {
  readonly list: WithCredential<typeof contract.listConversations>;
  readonly detail: WithCredential<typeof contract.getConversation>;
  readonly history: WithCredential<typeof contract.getConversationMessages>;
  readonly reply: ReplyRoute;
}

/** The panel's body is another one on the wire, and may name a template. */
type ReplyRoute =
  typeof contract.replyToConversation extends Route<infer Params, infer Query, infer _Body, infer Answer>
    ? Route<Params, Query, ZodType<Reply | TemplateReply>, Answer, readonly [Credential]>
    : never;

type PersonOf = (identity: CallerIdentity | undefined) => Promise<string | undefined>;
const nobody: PersonOf = async () => undefined;

/** The same for callers with API keys and for the panel; each has a function, so that callers with keys load no token verifier. */
export const conversationOperations = (
  { list, detail, history, reply }: ConversationRoutes,
  personOf = nobody,
): BoundOperation[] => [
  operation(
    list,
    async (deps, { owner, query }) =>
      toConversationPageView(await listConversations(deps, owner, query), deps.clock.now()),
    conversationServices,
  ),
  operation(
    detail,
    async (deps, { owner, params }) =>
      toConversationView(await getConversation(deps, owner, params.id), deps.clock.now()),
    conversationServices,
  ),
  operation(
    history,
    async (deps, { owner, params, query }) =>
      toHistoryView(await getMessages(deps, owner, { ...params, ...query }), deps.clock.now()),
    conversationServices,
  ),
  operation(
    reply,
    async (deps, { owner, params, body, reservedId, isRepeat, identity, ...request }) => {
      const id = reservedId ?? deps.identifiers.newId();
      const madeBy = { ...request.madeBy, person: await personOf(identity) };
      const to = { owner, conversationId: params.id, id, isRepeat, madeBy };
      const notification = await replyToConversation(deps, to, body);
      return { notification_id: notification.id };
    },
    conversationServices,
  ),
];
