import type { ReactNode } from "react";
import type { Mood } from "../explain/mood.ts";
import { MoodIcon } from "./status.tsx";

interface NoticeProps {
  readonly kind: "good" | "warn" | "info";
  readonly title?: string;
  readonly children: ReactNode;
}

const MOOD = { good: "ok", warn: "part", info: "note" } as const satisfies Record<string, Mood>;

const TINT = { good: "good", warn: "", info: "quiet" } as const;

export const Notice = ({ kind, title, children }: NoticeProps) => (
  <div className={`notice ${TINT[kind]}`}>
    <MoodIcon mood={MOOD[kind]} />
    <div className="col grow">
      {title && <strong className="b">{title}</strong>}
      {children}
    </div>
  </div>
);
