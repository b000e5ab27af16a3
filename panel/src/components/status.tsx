import {
  CheckCircleIcon,
  ClockIcon,
  ExclamationTriangleIcon,
  MinusCircleIcon,
  NoSymbolIcon,
  XCircleIcon,
} from "@heroicons/react/16/solid";
import type { ReactNode } from "react";
import type { Mood } from "../explain/mood.ts";

const MOODS = {
  ok: [CheckCircleIcon, "ok"],
  part: [ExclamationTriangleIcon, "warn"],
  wait: [ClockIcon, "warn"],
  run: [ClockIcon, "k"],
  bad: [XCircleIcon, "bad"],
  off: [NoSymbolIcon, "t3"],
  note: [MinusCircleIcon, "t3"],
} as const;

export function MoodIcon({ mood }: { readonly mood: Mood }) {
  const [Shape, color] = MOODS[mood];
  return <Shape width={16} height={16} className={color} aria-hidden="true" />;
}

/** Shows an outcome in words. The icon carries the colour; only a failure colours its text too. */
export const Status = ({ mood, children }: { readonly mood: Mood; readonly children: ReactNode }) => (
  <span className="row badge">
    <MoodIcon mood={mood} />
    <span className={mood === "bad" ? "bad b cut" : "cut"}>{children}</span>
  </span>
);
