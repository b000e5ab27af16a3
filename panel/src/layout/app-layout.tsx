import { type ReactNode, Suspense, useEffect, useState } from "react";
import { useLocation } from "wouter";
import { part } from "../components/part.tsx";
import { useFocusWatch } from "../components/use-focus-back.ts";
import { BottomBar } from "./bottom-bar.tsx";
import { useShortcuts } from "./shortcuts.ts";
import { SideNavigation } from "./side-navigation.tsx";
import { useTitleBadge } from "./use-title-badge.ts";

const loadPalette = () => import("./palette.tsx");
const Palette = part(async () => (await loadPalette()).Palette);
const ShortcutSheet = part(async () => (await import("./shortcut-sheet.tsx")).ShortcutSheet);

const PALETTE_AFTER_MS = 1500;
const OVER = "[role=menu], [role=dialog]";

/** Navigation and content; on a telephone the navigation opens from the bar at the bottom. */
export function AppLayout({ children }: { readonly children: ReactNode }) {
  const [isOpen, setIsOpen] = useState(false);
  const [asked, setAsked] = useState<"palette" | "sheet">();
  const [location] = useLocation();
  useTitleBadge();
  useFocusWatch();
  useShortcuts({ palette: () => setAsked("palette"), sheet: () => setAsked("sheet") });
  // biome-ignore lint/correctness/useExhaustiveDependencies: every move closes the menu
  useEffect(() => {
    setIsOpen(false);
  }, [location]);
  useEffect(() => {
    // Menus and dialogs that lie over it close first.
    const onKey = ({ key, target }: KeyboardEvent) =>
      key === "Escape" && !(target instanceof Element && target.closest(OVER)) && setIsOpen(false);
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, []);
  // It comes once the page stands: nothing that is typed after its keys may be lost.
  useEffect(() => {
    const timer = setTimeout(() => void loadPalette().catch(() => {}), PALETTE_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  const close = () => setAsked(undefined);
  return (
    <div className="shell">
      <a className="skip" href="#content">
        Skip to the content
      </a>
      <SideNavigation isOpen={isOpen} onFind={() => setAsked("palette")} onSheet={() => setAsked("sheet")} />
      <main id="content" className="main" tabIndex={-1}>
        {children}
      </main>
      <BottomBar isOpen={isOpen} onMenu={() => setIsOpen(!isOpen)} />
      <Suspense>
        {asked === "palette" && <Palette onClose={close} />}
        {asked === "sheet" && <ShortcutSheet onClose={close} />}
      </Suspense>
    </div>
  );
}
