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
  /** Says that work is under way, and keeps the button from being pressed twice. */
  readonly isBusy?: boolean;
  /** Shows only the icon on a telephone. */
  readonly isTerse?: boolean;
}

/** A button without children shows an icon alone and needs an `aria-label`. */
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

/** A link that looks like a button. */
export const ButtonLink = ({ to, look = "plain", icon, isSmall = false, children }: ButtonLinkProps) => (
  <MantineButton component={Link} href={to} {...lookOf(look, icon, isSmall)}>
    {children}
  </MantineButton>
);
