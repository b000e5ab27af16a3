import { CODE_EXPIRATION_MINUTES, isAuthentication } from "../domain/templates/authentication-rules.ts";
import type {
  TemplateBody,
  TemplateButton,
  TemplateDefinition,
  TemplateHeader,
} from "../domain/templates/chat-template.ts";

function headerComponent({ type, text, example, mediaHandle }: TemplateHeader) {
  if (type !== "text") return { type: "HEADER", format: type.toUpperCase(), example: { header_handle: [mediaHandle] } };
  return {
    type: "HEADER",
    format: "TEXT",
    text,
    ...(example === undefined ? {} : { example: { header_text: [example] } }),
  };
}

/** The platform wants the examples of a body as a list of lists. */
const bodyComponent = ({ text, examples = [] }: TemplateBody) => ({
  type: "BODY",
  text,
  ...(examples.length === 0 ? {} : { example: { body_text: [examples] } }),
});

/** Makes the example of a button's address. Ours is only the variable end of the address; the platform wants the whole address. */
const urlExample = (url: string, suffix: string): string => url.replace("{{1}}", () => suffix);

function button({ type, text, phone, url = "", example = "" }: TemplateButton) {
  switch (type) {
    case "quick_reply":
      return { type: "QUICK_REPLY", text };
    case "call":
      return { type: "PHONE_NUMBER", text, phone_number: phone };
    case "static_url":
      return { type: "URL", text, url };
    case "dynamic_url":
      return { type: "URL", text, url, example: [urlExample(url, example)] };
  }
}

/** The components of a template that sends a code. The platform writes their texts itself, so our texts are not sent (T8). */
const AUTHENTICATION_COMPONENTS = [
  { type: "BODY", add_security_recommendation: true },
  { type: "FOOTER", code_expiration_minutes: CODE_EXPIRATION_MINUTES },
  { type: "BUTTONS", buttons: [{ type: "OTP", otp_type: "COPY_CODE", text: "Copy code" }] },
] as const;

const conventionalComponents = ({ header, body, footer, buttons = [] }: TemplateDefinition) => [
  ...(header === undefined ? [] : [headerComponent(header)]),
  bodyComponent(body),
  ...(footer === undefined ? [] : [{ type: "FOOTER", text: footer.text }]),
  ...(buttons.length === 0 ? [] : [{ type: "BUTTONS", buttons: buttons.map(button) }]),
];

/** Writes a checked definition in the platform's JSON, of which the cloud provider takes at most 6000 bytes. */
export function templateDefinitionPayload(definition: TemplateDefinition) {
  const { name, language, category } = definition;
  return isAuthentication(definition)
    ? { name, language, category, components: AUTHENTICATION_COMPONENTS }
    : { name, language, category, parameter_format: "positional", components: conventionalComponents(definition) };
}
