import type { KeyPermission } from "../../kernel/key-permissions.ts";

/** Every tool, with the permission that a key needs for it (D47a). */
export const TOOL_PERMISSIONS = {
  list_conversations: "conversations:read",
  get_conversation: "conversations:read",
  get_conversation_messages: "conversations:read",
  reply_to_conversation: "conversations:reply",
  send_email: "notifications:send",
  send_chat_template: "notifications:send",
  get_notification: "notifications:read",
  list_notifications: "notifications:read",
  list_templates: "templates:read",
  preview_template: "templates:read",
} as const satisfies Readonly<Record<string, KeyPermission>>;
export type ToolName = keyof typeof TOOL_PERMISSIONS;

const byName: ReadonlyMap<string, KeyPermission> = new Map(Object.entries(TOOL_PERMISSIONS));
export const toolPermission = (name: string): KeyPermission | undefined => byName.get(name);
