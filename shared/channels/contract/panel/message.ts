import * as z from "zod";
import { shownChat, toShownChat } from "../../../chat/contract/shown-chat.ts";
import type { ShownChat } from "../../../chat/domain/shown-chat.ts";
import { idParams } from "../../../edge/contract/fields.ts";
import { route } from "../../../edge/contract/route.ts";
import { shownEmail, toShownEmail } from "../../../email/contract/shown-email.ts";
import type { ShownEmail } from "../../../email/domain/shown-email.ts";

const shownMessage = z.discriminatedUnion("channel", [shownEmail, shownChat]).meta({ id: "ShownMessage" });

export type ShownMessage = ShownEmail | ShownChat;

export const toShownMessage = (message: ShownMessage): z.input<typeof shownMessage> =>
  message.channel === "email" ? toShownEmail(message) : toShownChat(message);

export const getPanelMessage = route({
  group: "panel",
  method: "GET",
  auth: ["access-token"],
  operationId: "getPanelMessage",
  summary: "Read the message of a notification as it leaves",
  path: "/panel/api/notifications/{id}/message",
  params: idParams,
  success: { status: 200, schema: shownMessage },
  refusals: ["invalid_request", "unauthorized", "insufficient_scope", "not_found", "content_not_kept"],
  uses: ["notifications:read", "content:read", "config:read", "attachments:read", "attachments:miss"],
  impact: "owners cannot see what was sent",
});
