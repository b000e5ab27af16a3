import type { ExplanationText } from "../../../notifications/domain/explanation/explainer.ts";
import type { StateCode } from "../../../notifications/domain/explanation/states.ts";

const COMPARE_VALUES = "Compare the values with the template.";
const BUSINESS_MANAGER = "Look into the platform's business manager.";
const ADMINISTRATOR = "An administrator has to check the chat account.";

/** The explanations for answers and reports of the chat platform, and for what Herald itself finds before it asks the provider. */
export const CHAT_EXPLANATIONS = {
  chat_platform_failed: { summary: "The platform has a problem of its own.", whatToDo: "Send again later." },
  chat_platform_refused: {
    summary: "The platform did not deliver it.",
    whatToDo: "Look at its response, if it gave one.",
  },
  chat_unconfirmed: {
    summary: "The platform did not confirm that it took the message. It may have been delivered.",
    whatToDo: "Look into the conversation before you send it again.",
  },
  chat_rate_limited: { summary: "Too many messages in a short time.", whatToDo: "Send more slowly." },
  chat_customer_rate_limited: {
    summary: "Too many messages to this one customer.",
    whatToDo: "Wait before sending to them again.",
  },
  chat_number_in_maintenance: { summary: "The number is in maintenance.", whatToDo: "Send again in some minutes." },
  chat_experiment: {
    summary: "The platform holds this marketing message back for an experiment.",
    whatToDo: "Do not send it again.",
  },
  customer_unreachable: {
    summary: "The message cannot be delivered to this number.",
    whatToDo: "Check the number; the customer may not use the app, or may have an old version.",
  },
  customer_blocked: { summary: "The business has blocked the customer.", whatToDo: "Unblock the customer first." },
  customer_number_needed: {
    summary: "This message needs the customer's phone number.",
    whatToDo: "Send it to the phone number.",
  },
  customer_is_sender: { summary: "Sender and recipient are the same number.", whatToDo: "Check the number." },
  marketing_limited: {
    summary: "The platform limits how many marketing messages a customer gets.",
    whatToDo: "Wait at least a day before sending to this customer again.",
  },
  marketing_stopped: {
    summary: "The customer has stopped marketing messages from this number.",
    whatToDo: "Do not send them any.",
  },
  marketing_switched_off: { summary: "Marketing messages are switched off for this account.", whatToDo: ADMINISTRATOR },
  number_limited: {
    summary: "Too many earlier messages were reported as spam.",
    whatToDo: "Check the quality of the number.",
  },
  messaging_limit_lowered: {
    summary: "The messaging limit was lowered because of a wrong template category.",
    whatToDo: BUSINESS_MANAGER,
  },
  number_not_ready: { summary: "The sending number is not registered.", whatToDo: ADMINISTRATOR },
  business_account_locked: { summary: "The platform has locked the business account.", whatToDo: BUSINESS_MANAGER },
  payment_problem: { summary: "There is a problem with the payment method.", whatToDo: BUSINESS_MANAGER },
  chat_access_refused: {
    summary: "The permission for the business account or its number is missing or has expired.",
    whatToDo: ADMINISTRATOR,
  },
  chat_resource_not_found: {
    summary: "The platform does not know the number, the media or the template.",
    whatToDo: "Synchronise the template, upload the file again, or have the chat account checked.",
  },
  chat_provider_limit: { summary: "A limit of the chat provider is reached.", whatToDo: ADMINISTRATOR },
  chat_provider_unreachable: { summary: "The chat provider could not be reached.", whatToDo: "Send again later." },
  message_invalid: {
    summary: "A field of the message is missing, or not as the platform wants it.",
    whatToDo: "Look at the response, and mend the message.",
  },
  message_type_unsupported: {
    summary: "This kind of message is not supported.",
    whatToDo: "Send another kind of message.",
  },
  media_unusable: { summary: "The media file could not be used.", whatToDo: "Check its type and size." },
  media_expired: { summary: "The uploaded file has expired.", whatToDo: "Upload it again." },
  window_closed: {
    summary: "More than 24 hours have passed since the customer wrote.",
    whatToDo: "Send an approved template instead, or name one as fallback.",
  },
  conversation_held: {
    summary: "Somebody else talks with this customer on the shared chat account.",
    whatToDo: "Send a template, or wait until the window has closed.",
  },
  templates_only: { summary: "The chat account sends templates only.", whatToDo: ADMINISTRATOR },
  reaction_target_gone: { summary: "The message reacted to no longer exists.", whatToDo: "Nothing." },
  reaction_target_not_sent: {
    summary: "The message reacted to is not sent yet.",
    whatToDo: "React once it is sent.",
  },
  template_deleted: { summary: "The template was deleted.", whatToDo: "Use another template." },
  template_not_approved: {
    summary: "The template does not exist in this language, or is not approved.",
    whatToDo: "Synchronise the template, or use another.",
  },
  template_parameters_mismatch: {
    summary: "The values do not match the template's variables.",
    whatToDo: COMPARE_VALUES,
  },
  template_value_invalid: { summary: "A value has the wrong form.", whatToDo: COMPARE_VALUES },
  template_too_long: {
    summary: "The text is too long once the values are filled in.",
    whatToDo: "Shorten the values.",
  },
  template_policy_broken: {
    summary: "The template breaks a rule of the platform.",
    whatToDo: "Change the template's text.",
  },
  template_paused: {
    summary: "The template is paused for its low quality.",
    whatToDo: "Improve the template, or use another.",
  },
  template_disabled: {
    summary: "The template is disabled for its low quality.",
    whatToDo: "Use another template.",
  },
  template_flow_unusable: {
    summary: "The template's flow cannot be used.",
    whatToDo: "Check the flow, or use another template.",
  },
} as const satisfies Readonly<Record<string, ExplanationText>>;

/** A chat message may have a code of this channel or of the service itself. */
export type ChatCode = keyof typeof CHAT_EXPLANATIONS | StateCode;
