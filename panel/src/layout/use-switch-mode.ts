import { useLocation } from "wouter";
import type { Mode } from "../session/mode.ts";
import { usePanel } from "../session/session-context.tsx";
import { useMe } from "../session/use-me.ts";
import { useGuarded } from "./guarded-location.tsx";
import { groupsFor, listPathOf } from "./navigation.ts";

/**
 * Returns a function that goes on in the other mode, at a page or at the list of the page that is open: a record of one mode does not exist
 * in the other.
 */
export function useSwitchMode(): (mode: Mode, path?: string) => void {
  const { onMode } = usePanel();
  const isAdministrator = useMe().data?.is_administrator ?? false;
  const [location] = useLocation();
  const guarded = useGuarded();
  return (mode, path = listPathOf(location, groupsFor(isAdministrator, mode))) =>
    guarded(() => {
      // The router hears of the address and the panel of the mode in one event, so no page sees one without the other.
      history.pushState(null, "", path);
      onMode(mode);
    });
}
