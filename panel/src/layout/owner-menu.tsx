import { Menu, useMantineColorScheme } from "@mantine/core";
import { Icon } from "../components/icon.tsx";
import { usePanel } from "../session/session-context.tsx";
import { useMe } from "../session/use-me.ts";
import { DENSITIES, useDensity } from "./preferences.ts";

const SCHEMES = [
  { value: "auto", label: "As the system" },
  { value: "light", label: "Light" },
  { value: "dark", label: "Dark" },
] as const;

const DENSITY_TEXT = { compact: "Compact", comfortable: "Comfortable" } as const;

const initialsOf = (name: string): string =>
  name
    .split(/\s+/u)
    .slice(0, 2)
    .map((word) => [...word][0] ?? "")
    .join("")
    .toUpperCase();

const Chosen = ({ is }: { readonly is: boolean }) => (is ? <Icon name="check" /> : null);

/** The menu of the signed-in owner holds appearance, shortcuts and signing out. */
export function OwnerMenu({ onSheet }: { readonly onSheet: () => void }) {
  const { session } = usePanel();
  const me = useMe();
  const name = me.data?.name ?? session.claims.name;
  return (
    <Menu position="top-start" width={216}>
      <Menu.Target>
        <button type="button" className="nav owner" aria-label={`Signed in as ${name}`}>
          <span className="face" aria-hidden="true">
            {initialsOf(name)}
          </span>
          <span className="cut">{name}</span>
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Appearance />
        <Menu.Divider />
        <Menu.Item onClick={onSheet}>Keyboard shortcuts</Menu.Item>
        <Menu.Item onClick={() => void session.signOut()}>Sign out</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function Appearance() {
  // Mantine would stop transitions with a `<style>` element, which the content security policy refuses.
  const { colorScheme, setColorScheme } = useMantineColorScheme({ keepTransitions: true });
  const [density, setDensity] = useDensity();
  return (
    <>
      <Menu.Label>Colours</Menu.Label>
      {SCHEMES.map(({ value, label }) => (
        <Menu.Item
          key={value}
          onClick={() => setColorScheme(value)}
          rightSection={<Chosen is={colorScheme === value} />}
        >
          {label}
        </Menu.Item>
      ))}
      <Menu.Label>Rows</Menu.Label>
      {DENSITIES.map((one) => (
        <Menu.Item key={one} onClick={() => setDensity(one)} rightSection={<Chosen is={density === one} />}>
          {DENSITY_TEXT[one]}
        </Menu.Item>
      ))}
    </>
  );
}
