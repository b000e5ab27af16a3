import { Link, useLocation } from "wouter";
import { Icon } from "../components/icon.tsx";
import { isCurrent, NAVIGATION } from "./navigation.ts";
import { Unread } from "./unread.tsx";

interface BottomBarProps {
  readonly isOpen: boolean;
  readonly onMenu: () => void;
}

/** A telephone has room for this many pages beside the menu. */
const SHOWN = 3;

/** The navigation of a telephone shows the first pages and a menu with all others. */
export function BottomBar({ isOpen, onMenu }: BottomBarProps) {
  const [location] = useLocation();
  return (
    <nav className="tabs-bottom" aria-label="Main">
      {NAVIGATION[0]?.entries.slice(0, SHOWN).map(({ path, label, icon }) => (
        <Link key={path} to={path} aria-current={isCurrent(path, location) ? "page" : undefined}>
          <Icon name={icon} size={20} />
          {label}
          {path === "/conversations" && <Unread />}
        </Link>
      ))}
      <button type="button" aria-expanded={isOpen} aria-controls="side" onClick={onMenu}>
        <Icon name={isOpen ? "close" : "menu"} size={20} />
        Menu
      </button>
    </nav>
  );
}
