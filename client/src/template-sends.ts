import type { NotificationRequest, TemplateEmailRequest } from "./types.ts";

/** Lists the variables of email templates by alias or id. It is empty until the file that `npm run template-types` writes extends it. */
// biome-ignore lint/suspicious/noEmptyInterface: the generated file extends it
export interface EmailTemplateVariables {}

type Given<Variables> =
  Record<string, never> extends Variables ? { readonly variables?: Variables } : { readonly variables: Variables };

type TemplateSend<Reference extends keyof EmailTemplateVariables> = Omit<
  TemplateEmailRequest,
  "template_id" | "variables"
> & { readonly template_id: Reference } & Given<EmailTemplateVariables[Reference]>;

/** A request whose `template_id` is a constant must have the variables of that template. Without a template, `Reference` is `never`. */
export type SendRequest<Reference extends string> = [Reference] extends [never]
  ? NotificationRequest
  : Reference extends keyof EmailTemplateVariables
    ? TemplateSend<Reference>
    : NotificationRequest;
