import { explanations } from "../channels/domain/explanations.ts";
import { cursors } from "../edge/wiring.ts";
import { once } from "../kernel/once.ts";
import { notificationServices } from "../notifications/wiring.ts";

/** For counting notifications, and saying why they are as they are. */
export const overviewServices = /* @__PURE__ */ once(() => ({ ...notificationServices(), ...explanations }));

/** Apart from the other services: the functions that only read one by its id sign no cursors. */
export const listingServices = /* @__PURE__ */ once(() => ({ ...overviewServices(), cursors: cursors() }));
