import type { ButtonHTMLAttributes, ReactNode } from "react";
import { Link } from "wouter";
import { Icon } from "./icon.tsx";
import type { IconName } from "./icon-paths.ts";

type Look = "primary" | "plain" | "danger" | "quiet";

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly look?: Look;
  readonly icon?: IconName;
  /** Work is under way: it says so, and cannot be pressed twice. */
  readonly isBusy?: boolean;
}

export const Button = ({
  look = "plain",
  icon,
  isBusy = false,
  disabled,
  children,
  type = "button",
  ...rest
}: ButtonProps) => (
  <button type={type} className={`button ${look}`} disabled={disabled === true || isBusy} aria-busy={isBusy} {...rest}>
    {isBusy ? <span className="spinner" aria-hidden="true" /> : icon && <Icon name={icon} />}
    {children}
  </button>
);

interface ButtonLinkProps {
  readonly to: string;
  readonly look?: Look;
  readonly icon?: IconName;
  readonly children: ReactNode;
}

/** Goes somewhere; looks like a button. */
export const ButtonLink = ({ to, look = "plain", icon, children }: ButtonLinkProps) => (
  <Link to={to} className={`button ${look}`}>
    {icon && <Icon name={icon} />}
    {children}
  </Link>
);
