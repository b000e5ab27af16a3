import { Menu } from "@mantine/core";
import { useState } from "react";
import { Icon } from "./icon.tsx";

export interface Choice {
  readonly value: string;
  readonly label: string;
}

interface ChoiceMenuProps {
  readonly name: string;
  readonly choices: readonly Choice[];
  readonly chosen: readonly string[];
  /** The text to show when the choice is none of the offered ones. */
  readonly chosenText?: string | undefined;
  /** Allows several choices; the menu then stays open. */
  readonly isMany?: boolean;
  /** Called when the menu is opened, so that the choices are loaded only when they are needed. */
  readonly onOpen?: () => void;
  readonly onChange: (chosen: readonly string[]) => void;
}

/** Returns the choice of a filter that has one value. */
export const chosenOf = (value: string | undefined): readonly string[] => (value ? [value] : []);

/** Shows a filter as a chip with its value; choosing that value again clears it. */
export function ChoiceMenu({ name, choices, chosen, chosenText, isMany = false, onOpen, onChange }: ChoiceMenuProps) {
  const [isOpen, setIsOpen] = useState(false);
  const labels = choices.filter(({ value }) => chosen.includes(value)).map(({ label }) => label);
  const text = chosenText ?? (labels.length > 0 ? labels.join(", ") : chosen.length > 0 ? "one" : "");
  const toggle = (value: string) => {
    if (!isMany) return onChange(chosen.includes(value) ? [] : [value]);
    onChange(chosen.includes(value) ? chosen.filter((one) => one !== value) : [...chosen, value]);
  };
  const open = (now: boolean) => {
    setIsOpen(now);
    if (now) onOpen?.();
  };
  return (
    <Menu opened={isOpen} onChange={open} closeOnItemClick={!isMany} position="bottom-start" width="max-content">
      <Menu.Target>
        <button type="button" className="chip" data-on={text !== "" || undefined}>
          {text === "" && <Icon name="plus" size={14} />}
          {name}
          {text !== "" && <span className="t2 cut">{text}</span>}
          {text !== "" && <Icon name="down" size={14} />}
        </button>
      </Menu.Target>
      <Menu.Dropdown className="choice-list" maw="calc(100vw - 32px)">
        {choices.map(({ value, label }) => (
          <Menu.CheckboxItem
            key={value}
            checked={chosen.includes(value)}
            onChange={() => toggle(value)}
            closeMenuOnClick={!isMany}
          >
            {label}
          </Menu.CheckboxItem>
        ))}
        {choices.length === 0 && (
          // The entry is not a button, so the focus stays on the menu even when the choices arrive.
          <Menu.Label role="menuitem" aria-disabled="true">
            None yet
          </Menu.Label>
        )}
        {chosen.length > 0 && (
          <>
            <Menu.Divider />
            <Menu.Item closeMenuOnClick onClick={() => onChange([])}>
              Any
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
