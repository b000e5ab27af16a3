import { useEffect, useState } from "react";
import { useNow } from "../../session/use-now.ts";
import { timeLeft } from "./message-text.ts";

const EVERY_MS = 30_000;
const HOUR_MS = 3_600_000;
const DAY_H = 24;
const SHORT_H = 2;
const AROUND = 2 * Math.PI * 6;

/** Returns the time of the page's mode and renders again every half minute. */
export function useRunningNow(): number {
  const [, setTurn] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setTurn((before) => before + 1), EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  return useNow();
}

interface WindowRingProps {
  readonly expiresAt: string;
  readonly now: number;
  /** Hides the ring from screen readers, because the text beside it says the same. */
  readonly isQuiet?: boolean;
}

/** Draws how much is left of the service window, the 24 hours in which free-form messages may be sent. */
export function WindowRing({ expiresAt, now, isQuiet = false }: WindowRingProps) {
  const hours = (Date.parse(expiresAt) - now) / HOUR_MS;
  const left = timeLeft(expiresAt, now);
  const label = left ? `Window open for ${left}` : "Window closed";
  const said = isQuiet ? { "aria-hidden": true } : { role: "img", "aria-label": label };
  return (
    <svg width={14} height={14} viewBox="0 0 16 16" className={toneOf(hours)} {...said}>
      <title>{label}</title>
      <circle cx="8" cy="8" r="6" fill="none" stroke="var(--h-line-strong)" strokeOpacity={0.35} strokeWidth="2.5" />
      {left ? (
        <circle
          {...{ cx: 8, cy: 8, r: 6, fill: "none", stroke: "currentColor", strokeWidth: 2.5, strokeLinecap: "round" }}
          strokeDasharray={`${(AROUND * Math.min(Math.max(hours, SHORT_H), DAY_H)) / DAY_H} ${AROUND}`}
          transform="rotate(-90 8 8)"
        />
      ) : (
        <path d="M5.5 8h5" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
      )}
    </svg>
  );
}

function toneOf(hours: number): string {
  if (hours <= 0) return "t3";
  return hours < SHORT_H ? "warn" : "ok";
}

/** Shows the ring with its text. */
export function WindowState({ expiresAt }: { readonly expiresAt: string }) {
  const now = useRunningNow();
  const left = timeLeft(expiresAt, now);
  return (
    <span className="row t3 s num window-state">
      <WindowRing expiresAt={expiresAt} now={now} isQuiet />
      <span className="cut">{left ? `Open for ${left}` : "Window closed"}</span>
    </span>
  );
}
