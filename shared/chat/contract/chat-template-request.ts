import * as z from "zod";
import { listOf, oneOf, optionalText, requiredText, textList, uuid } from "../../edge/contract/fields.ts";
import {
  BUTTON_TYPES,
  HEADER_TYPES,
  TEMPLATE_CATEGORIES,
  type TemplateDefinition,
} from "../domain/templates/chat-template.ts";

const part = <const Shape extends z.ZodRawShape>(field: string, shape: Shape) =>
  z.strictObject(shape, {
    error: (issue) => {
      // For other problems, the message of the schema itself is used.
      if (issue.code !== "invalid_type") return undefined;
      return issue.input === undefined ? `${field} is required` : `${field} must be an object`;
    },
  });

const header = part("header", {
  type: oneOf("header.type", HEADER_TYPES),
  text: optionalText("header.text"),
  example: optionalText("header.example"),
  media_handle: optionalText("header.media_handle"),
});

const body = part("body", {
  text: requiredText("body.text"),
  examples: textList("body.examples").optional(),
});

const button = part("buttons", {
  type: oneOf("buttons.type", BUTTON_TYPES),
  text: requiredText("buttons.text"),
  phone: optionalText("buttons.phone"),
  url: optionalText("buttons.url"),
  example: optionalText("buttons.example"),
});

/** More buttons than the platform takes pass here; the definition's rules refuse them, so that one answer can name all problems. */
const MOST_BUTTONS = 100;

export const definitionFields = {
  name: requiredText("name"),
  language: requiredText("language"),
  category: oneOf("category", TEMPLATE_CATEGORIES),
  header: header.optional(),
  body,
  footer: part("footer", { text: requiredText("footer.text") }).optional(),
  buttons: listOf("buttons", button, { most: MOST_BUTTONS }).optional(),
};

const chatTemplateFields = z.strictObject({
  chat_account_id: uuid("chat_account_id").optional(),
  ...definitionFields,
});

function definitionOf({
  name,
  language,
  category,
  header: top,
  ...rest
}: z.output<typeof chatTemplateFields>): TemplateDefinition {
  const { type, text, example, media_handle: mediaHandle } = top ?? {};
  return {
    name,
    language,
    category,
    ...(type === undefined ? {} : { header: { type, text, example, mediaHandle } }),
    body: rest.body,
    ...(rest.footer === undefined ? {} : { footer: rest.footer }),
    ...(rest.buttons === undefined || rest.buttons.length === 0 ? {} : { buttons: rest.buttons }),
  };
}

export const chatTemplateRequest = chatTemplateFields.transform((fields) => ({
  chatAccountId: fields.chat_account_id,
  definition: definitionOf(fields),
}));
export type ChatTemplateRequest = z.output<typeof chatTemplateRequest>;
