import type { NotificationRequest, TemplateEmailRequest } from "./types.ts";

/** Lists the variables of email templates by alias or id. It is empty until the file that `npx herald template-types` writes extends it. */
// biome-ignore lint/suspicious/noEmptyInterface: the generated file extends it
export interface EmailTemplateVariables {}

/** Lists the numbers, lists and objects of email templates by alias or id. It is empty until the generated file extends it. */
// biome-ignore lint/suspicious/noEmptyInterface: the generated file extends it
export interface EmailTemplateData {}

/** A field may be left out when none of its values is required. */
type Given<Field extends string, Values> =
  Record<string, never> extends Values ? { readonly [Name in Field]?: Values } : { readonly [Name in Field]: Values };

type DataOf<Reference> = Reference extends keyof EmailTemplateData
  ? EmailTemplateData[Reference]
  : Record<string, never>;

/** In data, a value that the template only prints may be a number or a boolean too. A template without variables has no names. */
type AsData<Variables> = string extends keyof Variables
  ? unknown
  : { readonly [Name in keyof Variables]: Variables[Name] | number | boolean };

/** All values are in `data`, or the texts are in `variables` and only the other values in `data`. */
type Values<Reference extends keyof EmailTemplateVariables> =
  | (Given<"variables", EmailTemplateVariables[Reference]> & Given<"data", DataOf<Reference>>)
  | {
      readonly variables?: never;
      readonly data: AsData<EmailTemplateVariables[Reference]> &
        (Reference extends keyof EmailTemplateData ? EmailTemplateData[Reference] : unknown);
    };

type TemplateSend<Reference extends keyof EmailTemplateVariables> = Omit<
  TemplateEmailRequest,
  "template_id" | "variables" | "data"
> & { readonly template_id: Reference } & Values<Reference>;

/** A request whose `template_id` is a constant must have the variables of that template. Without a template, `Reference` is `never`. */
export type SendRequest<Reference extends string> = [Reference] extends [never]
  ? NotificationRequest
  : Reference extends keyof EmailTemplateVariables
    ? TemplateSend<Reference>
    : NotificationRequest;
