import { once } from "../kernel/once.ts";
import { notifications } from "../notifications/wiring.ts";
import { suppressServices } from "../suppressions/wiring.ts";

/** Services that apply what is reported of mails after they have left. */
export const feedbackServices = /* @__PURE__ */ once(() => ({ ...suppressServices(), notifications: notifications() }));
