import * as z from "zod";
import { variablesOf } from "./template-variables.ts";

const buttonText = z.string().min(1).max(25);
const button = z.discriminatedUnion("type", [
  z.looseObject({ type: z.literal("QUICK_REPLY"), text: buttonText }),
  z.looseObject({ type: z.literal("PHONE_NUMBER"), text: buttonText, phone_number: z.string().min(1).max(20) }),
  z.looseObject({
    type: z.literal("URL"),
    text: buttonText,
    url: z.string().min(1).max(2000),
    example: z.union([z.string(), z.array(z.string())]).optional(),
  }),
  z.looseObject({ type: z.literal("COPY_CODE"), example: z.union([z.string(), z.array(z.string())]) }),
  z.looseObject({
    type: z.literal("OTP"),
    otp_type: z.enum(["COPY_CODE", "ONE_TAP", "ZERO_TAP"]),
    text: buttonText.optional(),
  }),
]);

const header = z.looseObject({
  type: z.literal("HEADER"),
  format: z.enum(["TEXT", "IMAGE", "VIDEO", "DOCUMENT", "LOCATION"]),
  text: z.string().min(1).max(60).optional(),
  example: z
    .looseObject({ header_text: z.array(z.string()).optional(), header_handle: z.array(z.string().min(1)).optional() })
    .optional(),
});
const body = z.looseObject({
  type: z.literal("BODY"),
  text: z.string().min(1).max(1024).optional(),
  add_security_recommendation: z.boolean().optional(),
  example: z.looseObject({ body_text: z.array(z.array(z.string())).optional() }).optional(),
});
const footer = z.looseObject({
  type: z.literal("FOOTER"),
  text: z.string().min(1).max(60).optional(),
  code_expiration_minutes: z.number().int().min(1).max(90).optional(),
});
const buttons = z.looseObject({ type: z.literal("BUTTONS"), buttons: z.array(button).min(1).max(10) });

export const templateComponents = z
  .array(z.discriminatedUnion("type", [header, body, footer, buttons]))
  .min(1)
  .max(4);

/** A template as Meta accepts it (W3.1, W3.2). */
export const templateDefinition = z.looseObject({
  name: z.string().regex(/^[a-z0-9_]{1,512}$/, "may hold lower case letters, digits and underscores"),
  language: z.string().regex(/^[a-z]{2,3}(_[A-Z]{2})?$/, "must be a language code such as en_US"),
  category: z.enum(["UTILITY", "MARKETING", "AUTHENTICATION"]),
  parameter_format: z
    .string()
    .toLowerCase()
    .pipe(z.enum(["positional", "named"]))
    .default("positional"),
  components: templateComponents,
});

export type TemplateDefinition = z.output<typeof templateDefinition>;
export type TemplateComponents = z.output<typeof templateComponents>;
type Header = z.output<typeof header>;
type Body = z.output<typeof body>;
type Button = z.output<typeof button>;

/** Returns the provider's text if it refuses the definition, or undefined. */
export function definitionRefusal({
  category,
  components,
  parameter_format,
}: Pick<TemplateDefinition, "category" | "components" | "parameter_format">): string | undefined {
  const kinds = components.map(({ type }) => type);
  if (new Set(kinds).size !== kinds.length) return "Invalid parameter: a component may appear only once";
  const text = components.find((component) => component.type === "BODY");
  if (!text) return 'Invalid parameter: Message template "components" param is missing expected field(s): BODY';
  if (category === "AUTHENTICATION") return authenticationRefusal(components);
  const isNamed = parameter_format === "named";
  return [bodyRefusal(text, isNamed), ...components.map((component) => componentRefusal(component, isNamed))].find(
    (refusal) => refusal !== undefined,
  );
}

function authenticationRefusal(components: TemplateComponents): string | undefined {
  const preset = components.find((component) => component.type !== "BUTTONS" && component.text !== undefined);
  if (preset) return `Invalid parameter: the ${preset.type.toLowerCase()} of an authentication template is preset`;
  if (components.some(({ type }) => type === "HEADER")) {
    return "Invalid parameter: authentication templates have no header";
  }
  const row = components.find((component) => component.type === "BUTTONS");
  const isOtp = row?.buttons.length === 1 && row.buttons[0]?.type === "OTP";
  return isOtp ? undefined : "Invalid parameter: authentication templates need one OTP button";
}

function componentRefusal(component: TemplateComponents[number], isNamed: boolean): string | undefined {
  if (component.type === "HEADER") return headerRefusal(component);
  if (component.type === "BUTTONS") return buttonsRefusal(component.buttons);
  if (component.type !== "FOOTER") return undefined;
  if (component.text === undefined) return "Invalid parameter: the footer needs a text";
  return variablesOf(component.text).length > 0 || (isNamed && component.text.includes("{{"))
    ? "Footer Format Is Incorrect (2388073): variables are not allowed in the footer"
    : undefined;
}

function bodyRefusal({ text, example }: Body, isNamed: boolean): string | undefined {
  if (text === undefined) return "Invalid parameter: the body needs a text";
  const names = variablesOf(text);
  if (names.length === 0) return undefined;
  if (isNamed) return undefined;
  if (names.some((name, at) => name !== String(at + 1)))
    return "Body Format Is Incorrect (2388047): variables must be {{1}}, {{2}}, … in order";
  return example?.body_text?.[0]?.length === names.length
    ? undefined
    : "Invalid parameter: the number of body examples does not match the number of variables";
}

/**
 * Returns the platform's refusal of a body that begins or ends with a variable. Our specification allows such bodies
 * (T2), so this check is separate.
 */
export function edgeRefusal({ components }: Pick<TemplateDefinition, "components">): string | undefined {
  const body = components.find((component) => component.type === "BODY");
  return /^\s*\{\{|\}\}\s*$/.test(body?.text ?? "")
    ? "Variables can't be at the start or end of the template (2388299)"
    : undefined;
}

function headerRefusal({ format, text, example }: Header): string | undefined {
  if (format === "LOCATION") return undefined;
  if (format !== "TEXT") {
    return example?.header_handle?.length
      ? undefined
      : "Invalid parameter: a media header needs an example header_handle";
  }
  if (text === undefined) return "Invalid parameter: the header needs a text";
  const names = variablesOf(text);
  if (names.length > 1) return "Message Header Format Is Incorrect (2388072): at most one variable is allowed";
  if (names.length === 0) return undefined;
  const isExplained = example?.header_text?.length === 1 || example?.header_text_named_params !== undefined;
  return isExplained ? undefined : "Invalid parameter: the header's variable needs an example";
}

function buttonsRefusal(row: readonly Button[]): string | undefined {
  const kinds = row.map(({ type }) => type);
  if (kinds.filter((kind) => kind === "URL").length > 2)
    return "Invalid parameter: at most two URL buttons are allowed";
  if (kinds.filter((kind) => kind === "PHONE_NUMBER").length > 1)
    return "Invalid parameter: at most one phone number button is allowed";
  if (kinds.includes("OTP")) return "Invalid parameter: OTP buttons belong to authentication templates";
  const changes = kinds.filter((kind, at) => at > 0 && (kind === "QUICK_REPLY") !== (kinds[at - 1] === "QUICK_REPLY"));
  if (changes.length > 1) return "Invalid parameter: quick replies must stand together";
  return row.map(urlRefusal).find((refusal) => refusal !== undefined);
}

function urlRefusal(one: Button): string | undefined {
  if (one.type !== "URL") return undefined;
  const names = variablesOf(one.url);
  if (!/^https?:\/\//.test(one.url))
    return "Invalid parameter: the URL of a button must start with http:// or https://";
  if (names.length === 0) return undefined;
  if (names.length > 1 || !/\{\{\s*1\s*\}\}$/.test(one.url))
    return "Invalid parameter: a URL may hold one variable, at its end";
  return one.example?.length ? undefined : "Invalid parameter: a URL with a variable needs an example";
}
