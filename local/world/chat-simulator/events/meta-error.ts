/** An error as Meta's webhooks contain it (W2.4, W5). */
export interface MetaError {
  readonly code: number;
  readonly title: string;
  readonly message: string;
  readonly error_data: { readonly details: string };
  readonly href: string;
}

const HREF = "https://developers.facebook.com/docs/whatsapp/cloud-api/support/error-codes/";

const TITLES: Readonly<Record<number, readonly [title: string, details: string]>> = {
  130429: [
    "Rate limit hit",
    "Message failed to send because there were too many messages sent from this phone number in a short period of time",
  ],
  131000: ["Something went wrong", "Message failed to send because of an unknown error."],
  131008: ["Required parameter is missing", "The request is missing a required parameter."],
  131009: ["Parameter value is not valid", "One or more parameter values are invalid."],
  131021: ["Recipient cannot be sender", "Sender and recipient phone number is the same."],
  131026: ["Message undeliverable", "Message Undeliverable."],
  131047: [
    "Re-engagement message",
    "Message failed to send because more than 24 hours have passed since the customer last replied to this number.",
  ],
  131051: ["Unsupported message type", "Message type is not currently supported."],
  131053: ["Media upload error", "The media could not be used for this message."],
  131056: [
    "(Business Account, Consumer Account) pair rate limit hit",
    "Too many messages sent from this phone number to the same phone number in a short period of time.",
  ],
  131062: [
    "Business-scoped User ID recipients are not supported for this message",
    "Authentication messages need a phone number.",
  ],
  132000: [
    "Template Param Count Mismatch",
    "The number of variable parameter values included in the request did not match the number of variable parameters defined in the template.",
  ],
  132001: [
    "Template name does not exist in the translation",
    "The template does not exist in the specified language or the template has not been approved.",
  ],
  132012: [
    "Parameter format does not match format in the created template",
    "Variable parameter values formatted incorrectly.",
  ],
  132015: ["Template is Paused", "Template is paused due to low quality so it cannot be sent in a template message."],
  132016: [
    "Template is Disabled",
    "Template has been paused too many times due to low quality and is now permanently disabled.",
  ],
};

/** `details` overrides the usual explanation of the code. */
export function metaError(code: number, details?: string): MetaError {
  const [title, usual] = TITLES[code] ?? ["Message failed to send", `Message failed to send with error ${code}.`];
  return { code, title, message: title, error_data: { details: details ?? usual }, href: HREF };
}
