import { type ReactNode, Suspense, useEffect, useState } from "react";
import { useLocation } from "wouter";
import { PageSkeleton } from "../components/page-skeleton.tsx";
import { part } from "../components/part.tsx";
import { setTitleMode } from "../components/title.ts";
import { useFocusWatch } from "../components/use-focus-back.ts";
import type { Mode } from "../session/mode.ts";
import { usePanel } from "../session/session-context.tsx";
import { useTestClock } from "../session/use-test-clock.ts";
import { BottomBar } from "./bottom-bar.tsx";
import { useShortcuts } from "./shortcuts.ts";
import { SideNavigation } from "./side-navigation.tsx";
import { TestBand } from "./test-band.tsx";
import { useTitleBadge } from "./use-title-badge.ts";

const loadPalette = () => import("./palette.tsx");
const Palette = part(async () => (await loadPalette()).Palette);
const Toasts = part(async () => (await import("./toasts.tsx")).Toasts);
const ShortcutSheet = part(async () => (await import("./shortcut-sheet.tsx")).ShortcutSheet);

const PALETTE_AFTER_MS = 1500;
const OVER = "[role=menu], [role=dialog]";

/** Lays out navigation and content; on a telephone the bar at the bottom opens the navigation. */
export function AppLayout({ children }: { readonly children: ReactNode }) {
  const [isOpen, setIsOpen] = useState(false);
  const [asked, setAsked] = useState<"palette" | "sheet">();
  const [location] = useLocation();
  const { mode } = usePanel();
  const isTimeKnown = useIsTimeKnown();
  useTitleBadge();
  useTitleMode(mode);
  useFocusWatch();
  useShortcuts({ palette: () => setAsked("palette"), sheet: () => setAsked("sheet") });
  // biome-ignore lint/correctness/useExhaustiveDependencies: every change of page closes the menu
  useEffect(() => {
    setIsOpen(false);
  }, [location]);
  useEffect(() => {
    // Escape closes menus and dialogs on top before it closes the navigation.
    const onKey = ({ key, target }: KeyboardEvent) =>
      key === "Escape" && !(target instanceof Element && target.closest(OVER)) && setIsOpen(false);
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, []);
  // The palette is loaded early, so that nothing typed right after its shortcut is lost.
  useEffect(() => {
    const timer = setTimeout(() => void loadPalette().catch(() => {}), PALETTE_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  const close = () => setAsked(undefined);
  return (
    <div className="frame">
      <a className="skip" href="#content">
        Skip to the content
      </a>
      {mode === "test" && <TestBand />}
      <div className="shell">
        <SideNavigation isOpen={isOpen} onFind={() => setAsked("palette")} onSheet={() => setAsked("sheet")} />
        <Suspense>
          <Toasts />
        </Suspense>
        <main id="content" className="main" tabIndex={-1}>
          {isTimeKnown ? children : <PageSkeleton />}
        </main>
        <BottomBar isOpen={isOpen} onMenu={() => setIsOpen(!isOpen)} />
        <Suspense>
          {asked === "palette" && <Palette onClose={close} />}
          {asked === "sheet" && <ShortcutSheet onClose={close} />}
        </Suspense>
      </div>
    </div>
  );
}

/** A page of test mode waits for its clock, because lists of a period begin at test time. Without an answer it shows real time. */
function useIsTimeKnown(): boolean {
  const { mode } = usePanel();
  const { isPending } = useTestClock();
  return mode === "live" || !isPending;
}

/** Says the mode in the title of the window. */
function useTitleMode(mode: Mode): void {
  useEffect(() => {
    setTitleMode(mode);
  }, [mode]);
}
