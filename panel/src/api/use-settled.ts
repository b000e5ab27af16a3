import { useEffect, useState } from "react";

/** The pause after the last key press. */
const PAUSE_MS = 350;

/** Returns the value once it has not changed for a moment, so that typing does not send a request per key. */
export function useSettled(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
