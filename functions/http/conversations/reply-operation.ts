import type { ZodType } from "zod";
import type * as contract from "../../../shared/conversations/contract/conversations.ts";
import type { Reply, TemplateReply } from "../../../shared/conversations/domain/reply.ts";
import {
  type ReplyToConversationDeps,
  replyToConversation,
} from "../../../shared/conversations/reply-to-conversation.ts";
import type { BoundOperation } from "../../../shared/edge/bound-operation.ts";
import type { Credential, Route } from "../../../shared/edge/contract/route.ts";
import { operation } from "../../../shared/edge/operation.ts";
import type { CallerIdentity } from "../../../shared/edge/ports.ts";
import { shownToKey } from "../../../shared/notifications/accept/judge-repeat.ts";

/** A route for replies. Programs and the panel each have their own route, with its own request body and credential. */
type ReplyRoute =
  typeof contract.replyToConversation extends Route<infer Params, infer Query, infer _Body, infer Answer>
    ? Route<Params, Query, ZodType<Reply | TemplateReply>, Answer, readonly [Credential]>
    : never;

type PersonOf = (identity: CallerIdentity | undefined) => Promise<string | undefined>;
const nobody: PersonOf = async () => undefined;

/**
 * Builds the reply operation for callers with API keys or for the panel. The two run in separate Lambda functions, so
 * that requests with keys load no token verifier.
 */
export const replyOperation = (
  reply: ReplyRoute,
  services: () => ReplyToConversationDeps,
  personOf = nobody,
): BoundOperation =>
  operation(
    reply,
    async (deps, { owner, key: callingKey, params, body, reservedId, isRepeat, identity, ...request }) => {
      const id = reservedId ?? deps.identifiers.newId();
      const madeBy = { ...request.madeBy, person: await personOf(identity) };
      const to = { owner, conversationId: params.id, id, isRepeat, madeBy, callingKey };
      const notification = await replyToConversation(deps, to, body);
      return { notification_id: notification.id };
    },
    services,
    { shown: shownToKey(({ notification_id: id }: { readonly notification_id: string }) => id) },
  );
