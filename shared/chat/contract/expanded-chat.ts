import * as z from "zod";
import type { ExpandedChat } from "../domain/expanded-chat.ts";
import { MEDIA_KINDS } from "../domain/media-type.ts";

/** The request of a chat message as it was accepted (D53). */
export const expandedChat = z
  .strictObject({
    recipient: z.string().optional(),
    chat_account_id: z.guid(),
    type: z.enum(["template", "text", ...MEDIA_KINDS, "location", "reaction"]).optional(),
    template_id: z.guid().optional(),
  })
  .meta({ id: "RequestedChat" });

export const toExpandedChat = ({
  recipient,
  accountId,
  type,
  templateId,
}: ExpandedChat): z.input<typeof expandedChat> => ({
  recipient,
  chat_account_id: accountId,
  type,
  template_id: templateId,
});
