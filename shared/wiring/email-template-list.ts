import { cursors } from "./cursors.ts";
import { emailTemplates } from "./email-templates.ts";
import { once } from "./once.ts";

/** Apart from the other services of templates, which are built in functions that sign no cursors. */
export const emailTemplateListServices = once(() => ({ emailTemplates: emailTemplates(), cursors: cursors() }));
