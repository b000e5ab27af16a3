import type { NotificationRequest, TemplateEmailRequest } from "./types.ts";

/** The variables of email templates by alias or id. It is empty until a file that `npm run template-types` has written adds them. */
// biome-ignore lint/suspicious/noEmptyInterface: a written file merges its own into it
export interface EmailTemplateVariables {}

type Given<Variables> =
  Record<string, never> extends Variables ? { readonly variables?: Variables } : { readonly variables: Variables };

type TemplateSend<Reference extends keyof EmailTemplateVariables> = Omit<
  TemplateEmailRequest,
  "template_id" | "variables"
> & { readonly template_id: Reference } & Given<EmailTemplateVariables[Reference]>;

/** A request whose `template_id` says at compile time which template it is has to have that template's variables. One without has no reference at all. */
export type SendRequest<Reference extends string> = [Reference] extends [never]
  ? NotificationRequest
  : Reference extends keyof EmailTemplateVariables
    ? TemplateSend<Reference>
    : NotificationRequest;
