import type { ReactNode } from "react";
import type { Tone } from "../explain/tone.ts";
import { ToneIcon } from "./status.tsx";

interface NoticeProps {
  readonly kind: "good" | "warn" | "info";
  readonly title?: string;
  readonly children: ReactNode;
}

const TONE = { good: "ok", warn: "part", info: "note" } as const satisfies Record<string, Tone>;

const TINT = { good: "good", warn: "", info: "quiet" } as const;

export const Notice = ({ kind, title, children }: NoticeProps) => (
  <div className={`notice ${TINT[kind]}`}>
    <ToneIcon tone={TONE[kind]} />
    <div className="col grow">
      {title && <strong className="b">{title}</strong>}
      {children}
    </div>
  </div>
);
