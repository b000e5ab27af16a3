import { once } from "../kernel/once.ts";
import { notifications } from "../notifications/wiring.ts";
import { returnedMailReading } from "../returned-mail/wiring.ts";
import { suppressServices } from "../suppressions/wiring.ts";

/** Services that apply what is reported of mails after they have left. */
export const feedbackServices = /* @__PURE__ */ once(() => ({ ...suppressServices(), notifications: notifications() }));

/** Services that take mails which came back. */
export const returnedMailServices = /* @__PURE__ */ once(() => ({ ...feedbackServices(), ...returnedMailReading() }));
