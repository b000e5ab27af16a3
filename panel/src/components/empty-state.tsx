import type { ReactNode } from "react";
import { Icon } from "./icon.tsx";
import type { IconName } from "./icon-names.ts";

interface EmptyStateProps {
  readonly icon: IconName;
  readonly title: string;
  /** A sentence that names the reader's next step. */
  readonly children: ReactNode;
  readonly action?: ReactNode;
}

/** Says what will appear here and what to do next. */
export const EmptyState = ({ icon, title, children, action }: EmptyStateProps) => (
  <section className="empty stack">
    <Icon name={icon} size={24} className="t3" />
    <h2>{title}</h2>
    <p className="t2">{children}</p>
    {action && <div className="actions">{action}</div>}
  </section>
);
