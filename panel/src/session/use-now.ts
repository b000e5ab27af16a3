import { useEffect, useState, useSyncExternalStore } from "react";
import { usePanel } from "./session-context.tsx";

/** Returns the time of the page's mode in epoch milliseconds, and renders again when the clock of test mode is moved. */
export function useNow(): number {
  const { time } = usePanel();
  useSyncExternalStore(time.subscribe, time.aheadMs);
  return time.now();
}

const SECOND_MS = 1000;

/** Returns the time like `useNow`, and renders again at the beginning of each second, so that all clocks of a page show the same. */
export function useSecondsNow(): number {
  const { time } = usePanel();
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    const timer = setTimeout(() => setTurn(turn + 1), SECOND_MS - (time.now() % SECOND_MS));
    return () => clearTimeout(timer);
  }, [turn, time]);
  return useNow();
}
