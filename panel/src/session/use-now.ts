import { useSyncExternalStore } from "react";
import { usePanel } from "./session-context.tsx";

/** Returns the time of the page's mode in epoch milliseconds, and renders again when the clock of test mode is moved. */
export function useNow(): number {
  const { time } = usePanel();
  useSyncExternalStore(time.subscribe, time.aheadMs);
  return time.now();
}
