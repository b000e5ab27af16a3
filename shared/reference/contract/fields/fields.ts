import { ACCOUNT_FIELDS } from "./account-fields.ts";
import { CHAT_FIELDS } from "./chat-fields.ts";
import { CHAT_SETUP_FIELDS } from "./chat-setup-fields.ts";
import { COMMON_FIELDS } from "./common-fields.ts";
import { EMAIL_FIELDS } from "./email-fields.ts";
import { EVENT_FIELDS } from "./event-fields.ts";
import type { FieldTable } from "./field-note.ts";
import { FIGURES_FIELDS } from "./figures-fields.ts";
import { NOTIFICATION_FIELDS } from "./notification-fields.ts";
import { PANEL_FIELDS } from "./panel-fields.ts";
import { SANDBOX_FIELDS } from "./sandbox-fields.ts";
import { SUPPRESSION_FIELDS } from "./suppression-fields.ts";

/** The notes on all fields in the API reference. */
export const FIELDS: FieldTable = {
  ...COMMON_FIELDS,
  ...NOTIFICATION_FIELDS,
  ...EMAIL_FIELDS,
  ...CHAT_FIELDS,
  ...CHAT_SETUP_FIELDS,
  ...EVENT_FIELDS,
  ...PANEL_FIELDS,
  ...ACCOUNT_FIELDS,
  ...FIGURES_FIELDS,
  ...SANDBOX_FIELDS,
  ...SUPPRESSION_FIELDS,
};
