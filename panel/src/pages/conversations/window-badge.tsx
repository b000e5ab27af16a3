import { useEffect, useState } from "react";
import { timeLeft } from "./message-text.ts";

const EVERY_MS = 30_000;

/** How long free-form replies are still possible. */
export function WindowBadge({ expiresAt }: { readonly expiresAt: string }) {
  const [, setTick] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setTick((tick) => tick + 1), EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  const left = timeLeft(expiresAt, Date.now());
  return <span className={left ? "badge good" : "badge"}>{left ? `open for ${left}` : "window closed"}</span>;
}
