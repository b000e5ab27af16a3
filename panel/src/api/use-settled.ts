import { useEffect, useState } from "react";

/** After the last key press. */
const PAUSE_MS = 350;

/** The value, once it has stopped changing for a moment: what is asked for while one types. */
export function useSettled(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
