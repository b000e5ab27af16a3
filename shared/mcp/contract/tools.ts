import {
  getConversationMessagesTool,
  getConversationTool,
  listConversationsTool,
  pageThroughMessagesTool,
  replyOnceTool,
  replyToConversationTool,
} from "./conversation-tools.ts";
import { getNotificationTool, listNotificationsTool } from "./notification-tools.ts";
import { sendChatTemplateTool, sendEmailTool } from "./sending-tools.ts";
import { listTemplatesTool, previewTemplateTool } from "./template-tools.ts";

/** The tools of a key without permissions in words (P-mcp-tools). */
export const USUAL_TOOLS = [
  listConversationsTool,
  getConversationTool,
  getConversationMessagesTool,
  replyToConversationTool,
] as const;

/** The tools of a key with every permission in words (D47a). */
export const ALL_TOOLS = [
  listConversationsTool,
  getConversationTool,
  pageThroughMessagesTool,
  replyOnceTool,
  sendEmailTool,
  sendChatTemplateTool,
  getNotificationTool,
  listNotificationsTool,
  listTemplatesTool,
  previewTemplateTool,
] as const;
