import { testClocks } from "../edge/test-clock-wiring.ts";
import { basics } from "../kernel/basics.ts";
import { once } from "../kernel/once.ts";
import { sandboxQueue } from "./queue-wiring.ts";

/** Services that read and move an owner's test clock. */
export const testClockServices = /* @__PURE__ */ once(() => ({
  ...basics(),
  testClocks: testClocks(),
  sandboxQueue: sandboxQueue(),
}));
