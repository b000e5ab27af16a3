import {
  CheckCircleIcon,
  ClockIcon,
  ExclamationTriangleIcon,
  MinusCircleIcon,
  NoSymbolIcon,
  XCircleIcon,
} from "@heroicons/react/16/solid";
import type { ReactNode } from "react";
import type { Tone } from "../explain/tone.ts";

const TONES = {
  ok: [CheckCircleIcon, "ok"],
  part: [ExclamationTriangleIcon, "warn"],
  wait: [ClockIcon, "warn"],
  run: [ClockIcon, "k"],
  bad: [XCircleIcon, "bad"],
  off: [NoSymbolIcon, "t3"],
  note: [MinusCircleIcon, "t3"],
} as const;

export function ToneIcon({ tone }: { readonly tone: Tone }) {
  const [Shape, color] = TONES[tone];
  return <Shape width={16} height={16} className={color} aria-hidden="true" />;
}

/** Shows an outcome in words. The icon carries the colour; only a failure colours its text too. */
export const Status = ({ tone, children }: { readonly tone: Tone; readonly children: ReactNode }) => (
  <span className="row badge">
    <ToneIcon tone={tone} />
    <span className={tone === "bad" ? "bad b cut" : "cut"}>{children}</span>
  </span>
);
