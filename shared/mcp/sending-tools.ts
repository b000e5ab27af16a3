import type { ChatRequest } from "../chat/contract/chat-request.ts";
import type { EmailRequest } from "../email/contract/email-request.ts";
import {
  type SubmitNotificationDeps,
  submitNotification,
  submittedBefore,
} from "../notifications/accept/submit-notification.ts";
import { acceptedBy } from "./accepted-by.ts";
import type { BoundTool, ToolCaller, toolBinder } from "./bound-tool.ts";
import { sendChatTemplateTool, sendEmailTool } from "./contract/sending-tools.ts";
import type { ToolName } from "./contract/tool-permissions.ts";
import { type SendOnceDeps, sendOnce } from "./send-once.ts";
import { type TrySendDeps, tryChatTemplate, tryEmail } from "./try-send.ts";

export interface SendingToolDeps extends SubmitNotificationDeps, SendOnceDeps, TrySendDeps {
  readonly notifications: SubmitNotificationDeps["notifications"];
  readonly identifiers: SendOnceDeps["identifiers"];
}

interface Asked {
  readonly tool: ToolName;
  readonly key: string | undefined;
  readonly request: EmailRequest | ChatRequest;
}

async function sent(deps: SendingToolDeps, caller: ToolCaller, { tool, key, request }: Asked) {
  const { owner, origin, key: callingKey } = caller;
  const notification = await sendOnce(
    deps,
    { caller, tool, key, request },
    {
      send: (reserved) => submitNotification(deps, { owner, caller: origin, callingKey, ...reserved }, request),
      sentBefore: (id) => submittedBefore(deps, { owner, id }, request),
    },
  );
  return acceptedBy(caller, notification);
}

export const sendingTools = (bind: ReturnType<typeof toolBinder>, deps: SendingToolDeps): readonly BoundTool[] => [
  bind(sendEmailTool, (caller, { request, key, isTrial }) =>
    isTrial ? tryEmail(deps, caller, request) : sent(deps, caller, { tool: sendEmailTool.name, key, request }),
  ),
  bind(sendChatTemplateTool, (caller, { request, key, isTrial }) =>
    isTrial
      ? tryChatTemplate(deps, caller, request)
      : sent(deps, caller, { tool: sendChatTemplateTool.name, key, request }),
  ),
];
