import type { ReactNode } from "react";
import { Icon } from "./icon.tsx";

interface NoticeProps {
  readonly kind: "good" | "warn" | "info";
  readonly title?: string;
  readonly children: ReactNode;
}

export const Notice = ({ kind, title, children }: NoticeProps) => (
  <div className={`notice ${kind}`}>
    <Icon name={kind === "good" ? "check" : "warning"} />
    <div>
      {title && <strong>{title}</strong>}
      {children}
    </div>
  </div>
);
