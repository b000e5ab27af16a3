import type { ReactNode } from "react";
import { Icon } from "./icon.tsx";
import type { IconName } from "./icon-paths.ts";

interface EmptyStateProps {
  readonly icon: IconName;
  readonly title: string;
  /** The next step. */
  readonly children: ReactNode;
  readonly action?: ReactNode;
}

export const EmptyState = ({ icon, title, children, action }: EmptyStateProps) => (
  <section className="empty">
    <Icon name={icon} />
    <h2>{title}</h2>
    <p>{children}</p>
    {action}
  </section>
);
