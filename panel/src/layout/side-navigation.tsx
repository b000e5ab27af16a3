import { Suspense } from "react";
import { Link, useLocation } from "wouter";
import { Icon } from "../components/icon.tsx";
import { part } from "../components/part.tsx";
import { usePanel } from "../session/session-context.tsx";
import { useMe } from "../session/use-me.ts";
import { groupsFor, isCurrent, type NavigationGroup } from "./navigation.ts";
import { PALETTE_KEY } from "./shortcuts.ts";
import { TestModeSwitch } from "./test-mode-switch.tsx";
import { Unread } from "./unread.tsx";
import { WaitingApprovals } from "./waiting-approvals.tsx";

const OwnerMenu = part(async () => (await import("./owner-menu.tsx")).OwnerMenu);

interface SideNavigationProps {
  readonly isOpen: boolean;
  readonly onFind: () => void;
  readonly onSheet: () => void;
}

export function SideNavigation({ isOpen, onFind, onSheet }: SideNavigationProps) {
  const { config, mode } = usePanel();
  const me = useMe();
  // The other tools show what leaves the deployment in live mode.
  const own = mode === "live" ? config.tools : config.tools.filter(({ label }) => label === "Guides");
  const tools = [{ label: "API reference", url: "/docs" }, ...own];
  return (
    <aside id="side" className="side" aria-label="Navigation" data-open={isOpen || undefined}>
      <p className="nav brand">
        <img src="/icon.svg" alt="" width="20" height="20" />
        <strong className="b">Herald</strong>
      </p>
      <button type="button" className="find" onClick={onFind}>
        <Icon name="search" /> Search or jump to <kbd className="kbd">{PALETTE_KEY}</kbd>
      </button>
      <nav aria-label="Pages">
        {groupsFor(me.data?.is_administrator ?? false, mode).map((group) => (
          <Group key={group.label ?? ""} group={group} />
        ))}
      </nav>
      <span className="grow" />
      <nav aria-label="Tools">
        <ul>
          {tools.map(({ label, url }) => (
            <li key={url}>
              <a className="nav" href={url} target="_blank" rel="noreferrer">
                <Icon name={TOOL_ICONS[label] ?? "external"} />
                {label}
                <span className="vh"> (opens a new tab)</span>
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <TestModeSwitch />
      <Suspense fallback={<span className="nav owner" />}>
        <OwnerMenu onSheet={onSheet} />
      </Suspense>
    </aside>
  );
}

const TOOL_ICONS: Readonly<Record<string, "code" | "book" | "mail" | "chat">> = {
  "API reference": "code",
  Guides: "book",
  Mailbox: "mail",
};

function Group({ group: { label, entries } }: { readonly group: NavigationGroup }) {
  const [location] = useLocation();
  return (
    <>
      {label && (
        <p className="side-group" aria-hidden="true">
          {label}
        </p>
      )}
      <ul aria-label={label}>
        {entries.map(({ label: text, path, icon }) => (
          <li key={path}>
            <Link to={path} className="nav" aria-current={isCurrent(path, location) ? "page" : undefined}>
              <Icon name={icon} />
              {text}
              {path === "/conversations" && <Unread />}
              {path === "/approvals" && <WaitingApprovals />}
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}
