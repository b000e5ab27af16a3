import { useDebouncedValue } from "@mantine/hooks";
import { Spotlight, spotlight } from "@mantine/spotlight";
import { useEffect, useState } from "react";
import { useLocation } from "wouter";
import { Icon } from "../components/icon.tsx";
import { useFocusBack } from "../components/use-focus-back.ts";
import { usePanel } from "../session/session-context.tsx";
import { useMe } from "../session/use-me.ts";
import "./palette.css";
import { type Hit, type HitGroup, pagesAndActions } from "./palette-hits.ts";
import { useRecords } from "./use-records.ts";

const TYPING_MS = 200;
const SELECTED = ".mantine-Spotlight-action[data-selected]";

/** Finds records, actions and pages by the typed text. */
export function Palette({ onClose }: { readonly onClose: () => void }) {
  const [, navigate] = useLocation();
  const [query, setQuery] = useState("");
  const [settled] = useDebouncedValue(query, TYPING_MS);
  const me = useMe();
  const { mode } = usePanel();
  useFocusBack();
  const records = useRecords(settled);
  const groups: readonly HitGroup[] = [
    ...records.groups,
    ...pagesAndActions(query, { isAdministrator: me.data?.is_administrator ?? false, mode }),
  ];
  useEffect(() => {
    spotlight.open();
  }, []);
  const first = groups[0]?.hits[0];
  const go = (path: string) => {
    spotlight.close();
    navigate(path);
  };
  return (
    <Spotlight.Root
      query={query}
      onQueryChange={setQuery}
      onSpotlightClose={onClose}
      lockScroll={false}
      size={640}
      maxHeight={520}
      scrollable
      transitionProps={{ duration: 0 }}
      centered={false}
      yOffset="18vh"
      shortcut={null}
      attributes={{ content: { "aria-label": "Search or jump to" } }}
      overlayProps={{ blur: 0 }}
    >
      <Spotlight.Search
        placeholder="Search or jump to"
        aria-label="Search or jump to"
        leftSection={<Icon name="search" size={18} />}
        rightSection={<kbd className="kbd">esc</kbd>}
        // A hit that arrives after the last key press is not selected, so Enter then opens the first one.
        onKeyDown={({ key }) => {
          if (key === "Enter" && first && document.querySelector(SELECTED) === null) go(first.path);
        }}
      />
      <Spotlight.ActionsList>
        {groups.map(({ label, hits }) => (
          <Spotlight.ActionsGroup key={label} label={label}>
            {hits.map((hit) => (
              <Action key={hit.path + hit.name} hit={hit} isFirst={hit === first} onOpen={() => go(hit.path)} />
            ))}
          </Spotlight.ActionsGroup>
        ))}
        {groups.length === 0 && (
          <Spotlight.Empty>{records.isLooking ? "Looking…" : `Nothing is called “${query}”.`}</Spotlight.Empty>
        )}
      </Spotlight.ActionsList>
      <Spotlight.Footer className="row s t3 desk">
        <kbd className="kbd">↑</kbd> <kbd className="kbd">↓</kbd> move <kbd className="kbd">↵</kbd> open
      </Spotlight.Footer>
    </Spotlight.Root>
  );
}

interface ActionProps {
  readonly hit: Hit;
  readonly isFirst: boolean;
  readonly onOpen: () => void;
}

const Action = ({ hit: { icon, name, more, keys }, isFirst, onOpen }: ActionProps) => (
  <Spotlight.Action onClick={onOpen} data-first={isFirst || undefined}>
    <Icon name={icon} className="t3" />
    <bdi className="b cut">{name}</bdi>
    <bdi className="t3 cut grow">{more}</bdi>
    {keys?.split(" ").map((key) => (
      <kbd key={key} className="kbd">
        {key}
      </kbd>
    ))}
  </Spotlight.Action>
);
