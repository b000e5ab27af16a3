import * as z from "zod";
import { expandedChat, toExpandedChat } from "../../chat/contract/expanded-chat.ts";
import type { ExpandedChat } from "../../chat/domain/expanded-chat.ts";
import { expandedEmail, toExpandedEmail } from "../../email/contract/expanded-email.ts";
import type { ExpandedEmail } from "../../email/domain/expanded-email.ts";

/** The request of a notification; its account tells the channel. */
export const expandedRequest = z.union([expandedEmail, expandedChat]);

export type ExpandedRequest = ExpandedEmail | ExpandedChat;

export const toExpandedRequest = (request: ExpandedRequest): z.input<typeof expandedRequest> =>
  request.channel === "email" ? toExpandedEmail(request) : toExpandedChat(request);
