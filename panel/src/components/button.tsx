import { ActionIcon, Button as MantineButton } from "@mantine/core";
import type { ButtonHTMLAttributes, ReactNode } from "react";
import { Link } from "wouter";
import { Icon } from "./icon.tsx";
import type { IconName } from "./icon-names.ts";

type Look = "primary" | "plain" | "danger" | "quiet";

const VARIANT = { primary: "filled", plain: "default", danger: "default", quiet: "subtle" } as const;

interface ButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, "color" | "style"> {
  readonly look?: Look;
  readonly icon?: IconName;
  readonly isSmall?: boolean;
  /** Work is under way: it says so, and cannot be pressed twice. */
  readonly isBusy?: boolean;
  /** A telephone shows its icon alone. */
  readonly isTerse?: boolean;
}

/** Without children it is an icon alone, and needs an `aria-label`. */
export function Button({
  look = "plain",
  icon,
  isSmall = false,
  isBusy = false,
  isTerse = false,
  disabled,
  children,
  type = "button",
  ...rest
}: ButtonProps) {
  const common = { type, disabled: disabled === true || isBusy, "aria-busy": isBusy, ...rest };
  if (icon && children === undefined)
    return (
      <ActionIcon title={rest["aria-label"]} {...common}>
        <Icon name={icon} />
      </ActionIcon>
    );
  const name = isTerse && typeof children === "string" && { "aria-label": children, className: "terse" };
  return (
    <MantineButton {...common} {...name} {...lookOf(look, icon, isSmall)}>
      {children}
    </MantineButton>
  );
}

const lookOf = (look: Look, icon: IconName | undefined, isSmall: boolean) => ({
  variant: VARIANT[look],
  size: isSmall ? "xs" : "sm",
  ...(look === "quiet" && { color: "gray" }),
  ...(look === "danger" && { c: "var(--h-bad)" }),
  ...(icon && { leftSection: <Icon name={icon} /> }),
});

interface ButtonLinkProps {
  readonly to: string;
  readonly look?: Look;
  readonly icon?: IconName;
  readonly isSmall?: boolean;
  readonly children: ReactNode;
}

/** Goes somewhere; looks like a button. */
export const ButtonLink = ({ to, look = "plain", icon, isSmall = false, children }: ButtonLinkProps) => (
  <MantineButton component={Link} href={to} {...lookOf(look, icon, isSmall)}>
    {children}
  </MantineButton>
);
