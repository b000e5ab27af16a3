import type { KeyPermission } from "../../kernel/key-permissions.ts";

/** Says in a sentence what a key with a permission may do, for the guide. */
export const PERMISSION_TEXTS = {
  "notifications:send": "Send notifications, and cancel, move and resend them.",
  "notifications:read": "List and read notifications with their timelines.",
  "conversations:read": "List and read conversations with their messages and files.",
  "conversations:reply": "Answer customers, and upload files for the answers.",
  "attachments:write": "Upload files that mails carry.",
  "events:read": "Read the feed of events.",
  "templates:read": "List and preview templates, as an agent.",
} as const satisfies Readonly<Record<KeyPermission, string>>;
