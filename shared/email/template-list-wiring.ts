import { cursors } from "../edge/cursors-wiring.ts";
import { once } from "../kernel/once.ts";
import { emailTemplates } from "./templates-wiring.ts";

/** Apart from the other services of templates, which are built in functions that sign no cursors. */
export const emailTemplateListServices = once(() => ({ emailTemplates: emailTemplates(), cursors: cursors() }));
