import { explanations } from "../channels/domain/explanations.ts";
import { cursors } from "../edge/wiring.ts";
import { once } from "../kernel/once.ts";
import { notificationServices } from "../notifications/wiring.ts";

/** Services for the overview: they count notifications and explain their statuses. */
export const overviewServices = /* @__PURE__ */ once(() => ({ ...notificationServices(), ...explanations }));

/**
 * Services for lists. These services are apart from other services, because functions that read one notification by its id have no
 * key for cursors.
 */
export const listingServices = /* @__PURE__ */ once(() => ({ ...overviewServices(), cursors: cursors() }));
