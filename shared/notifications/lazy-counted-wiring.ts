import { lazyPort } from "../kernel/lazy.ts";
import type { CountedNotificationStore } from "./ports.ts";

/** Loads the store for keys with a daily limit when the first of them sends. */
export const countedLater: CountedNotificationStore = /* @__PURE__ */ lazyPort(
  async (): Promise<CountedNotificationStore> => (await import("./counted-wiring.ts")).countedNotifications(),
  ["addCounted"],
);
