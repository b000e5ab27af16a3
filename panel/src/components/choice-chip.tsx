import { Menu } from "@mantine/core";
import { Icon } from "./icon.tsx";

interface ChoiceChipProps {
  readonly name: string;
  readonly choices: readonly { readonly value: string; readonly label: string }[];
  readonly chosen: string | undefined;
  readonly onChange: (chosen: string | undefined) => void;
}

/** A filter that says its value; choosing that again takes it away. */
export function ChoiceChip({ name, choices, chosen, onChange }: ChoiceChipProps) {
  const text = choices.find(({ value }) => value === chosen)?.label ?? chosen;
  return (
    <Menu position="bottom-start" width="max-content">
      <Menu.Target>
        <button type="button" className="chip" data-on={text !== undefined || undefined}>
          {text === undefined && <Icon name="plus" size={14} />}
          {name}
          {text !== undefined && <span className="t2 cut">{text}</span>}
          {text !== undefined && <Icon name="down" size={14} />}
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {choices.map(({ value, label }) => (
          <Menu.CheckboxItem
            key={value}
            checked={value === chosen}
            closeMenuOnClick
            onChange={(isChosen) => onChange(isChosen ? value : undefined)}
          >
            {label}
          </Menu.CheckboxItem>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
