import { dynamo } from "../aws/wiring.ts";
import { cursors } from "../edge/wiring.ts";
import { basics } from "../kernel/basics.ts";
import { config } from "../kernel/config.ts";
import { once } from "../kernel/once.ts";
import { DynamoSuppressionStore } from "./dynamo/suppression-store.ts";

export { readSuppressionImage } from "./dynamo/suppression-item.ts";

export const suppressions = /* @__PURE__ */ once(() => new DynamoSuppressionStore(dynamo(), config("CONFIG_TABLE")));

export const suppressServices = /* @__PURE__ */ once(() => ({ ...basics(), suppressions: suppressions() }));

export const suppressionServices = /* @__PURE__ */ once(() => ({ ...suppressServices(), cursors: cursors() }));
