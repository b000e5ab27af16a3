import { httpFunction } from "../../../shared/edge/http-function.ts";
import { accessTokenFrame } from "../../../shared/identity/frame-wiring.ts";
import { checkChatTemplate } from "./check-chat-template.ts";
import { createChatTemplate } from "./create-chat-template.ts";
import { deleteChatTemplate } from "./delete-chat-template.ts";
import { getChatTemplate } from "./get-chat-template.ts";
import { listChatTemplates } from "./list-chat-templates.ts";
import { listOwnChatAccounts } from "./list-own-chat-accounts.ts";
import { syncChatTemplate } from "./sync-chat-template.ts";

export const handler = httpFunction(accessTokenFrame, [
  listChatTemplates,
  createChatTemplate,
  getChatTemplate,
  syncChatTemplate,
  deleteChatTemplate,
  checkChatTemplate,
  listOwnChatAccounts,
]);
