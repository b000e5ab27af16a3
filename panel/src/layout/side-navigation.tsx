import { Link, useLocation } from "wouter";
import { Button } from "../components/button.tsx";
import { Icon } from "../components/icon.tsx";
import type { Tool } from "../config.ts";
import { usePanel } from "../session/session-context.tsx";
import { useMe } from "../session/use-me.ts";
import { groupsFor, isCurrent, type NavigationGroup } from "./navigation.ts";

export function SideNavigation({ isOpen }: { readonly isOpen: boolean }) {
  const { config, session } = usePanel();
  const me = useMe();
  return (
    <header id="side" className={isOpen ? "side open" : "side"}>
      <p className="brand">
        <img src="/icon.svg" alt="" width="24" height="24" />
        Herald
      </p>
      <nav aria-label="Pages">
        {groupsFor(me.data?.is_administrator ?? false).map((group) => (
          <Group key={group.label ?? ""} group={group} />
        ))}
      </nav>
      <Tools tools={[{ label: "API reference", url: "/docs" }, ...config.tools]} />
      <div className="owner">
        <p>
          <span className="hint">Signed in as</span>
          <strong>{me.data?.name ?? session.claims.name}</strong>
        </p>
        <Button onClick={() => void session.signOut()}>Sign out</Button>
      </div>
    </header>
  );
}

function Group({ group: { label, entries } }: { readonly group: NavigationGroup }) {
  const [location] = useLocation();
  return (
    <>
      {label && <h2>{label}</h2>}
      <ul>
        {entries.map(({ label: text, path, icon }) => (
          <li key={path}>
            <Link to={path} aria-current={isCurrent(path, location) ? "page" : undefined}>
              <Icon name={icon} />
              {text}
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}

const Tools = ({ tools }: { readonly tools: readonly Tool[] }) => (
  <nav aria-label="Tools" className="tools">
    <ul>
      {tools.map(({ label, url }) => (
        <li key={url}>
          <a href={url} target="_blank" rel="noreferrer">
            <Icon name="external" />
            {label}
            <span className="unseen"> (opens a new tab)</span>
          </a>
        </li>
      ))}
    </ul>
  </nav>
);
