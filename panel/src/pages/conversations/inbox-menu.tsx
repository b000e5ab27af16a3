import { ActionIcon, Menu } from "@mantine/core";
import { Icon } from "../../components/icon.tsx";
import { useBadgeChoice } from "../../layout/use-title-badge.ts";
import type { Filters } from "./filters.ts";
import { useSoundChoice } from "./use-alerts.ts";

const WINDOWS = [
  { label: "Any window" },
  { value: "open", label: "Window open" },
  { value: "closed", label: "Window closed" },
] as const;

interface InboxMenuProps {
  readonly filters: Filters;
  readonly onChange: (filters: Filters) => void;
}

/** The menu with the settings of alerts and the rarely used filters. */
export function InboxMenu({ filters: { window, ...others }, onChange }: InboxMenuProps) {
  const [hasSound, setSound] = useSoundChoice();
  const [hasBadge, setBadge] = useBadgeChoice();
  return (
    <Menu position="bottom-end" width={232}>
      <Menu.Target>
        <ActionIcon aria-label="Filters and alerts" title="Filters and alerts">
          <Icon name="more" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>Service window</Menu.Label>
        {WINDOWS.map(({ label, ...choice }) => {
          const value = "value" in choice ? choice.value : undefined;
          return (
            <Menu.Item
              key={label}
              rightSection={value === window && <Icon name="check" />}
              onClick={() => onChange({ ...others, ...(value && { window: value }) })}
            >
              {label}
            </Menu.Item>
          );
        })}
        <Menu.Divider />
        <Menu.Label>A new message</Menu.Label>
        <Menu.Item rightSection={hasSound && <Icon name="check" />} onClick={() => setSound(!hasSound)}>
          Makes a sound
        </Menu.Item>
        <Menu.Item rightSection={hasBadge && <Icon name="check" />} onClick={() => setBadge(!hasBadge)}>
          Is counted in the title
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
