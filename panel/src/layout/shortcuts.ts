import { useEffect, useRef } from "react";
import { useLocation } from "wouter";
import { NAVIGATION } from "./navigation.ts";

/** The longest time between the two keys of a shortcut. */
const PAIR_MS = 1200;
const PAGES = new Map(NAVIGATION.flatMap(({ entries }) => entries.map(({ key, path }) => [key, path] as const)));

/** Letters are no shortcuts while somebody writes in a field or a dialog is open. */
export function isTyping({ target }: KeyboardEvent): boolean {
  const isField =
    target instanceof Element && target.closest("input, textarea, select, [contenteditable], .cm-host") !== null;
  return isField || document.querySelector("[role=dialog]") !== null;
}

const isPlain = ({ ctrlKey, metaKey, altKey }: KeyboardEvent): boolean => !(ctrlKey || metaKey || altKey);

/** Calls an action for a single key pressed outside fields and dialogs; the names are those of `KeyboardEvent.key`. */
export function useKeys(keys: Readonly<Record<string, (() => void) | undefined>>): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    let isOurs = false;
    // This listener runs before the key closes a menu or a dialog, because such a key is not meant for the page.
    const onCapture = (event: KeyboardEvent) => {
      isOurs = isPlain(event) && !isTyping(event) && document.querySelector("[role=menu]") === null;
    };
    const onKey = (event: KeyboardEvent) => {
      const action = latest.current[event.key];
      if (action === undefined || !isOurs || event.defaultPrevented) return;
      event.preventDefault();
      action();
    };
    addEventListener("keydown", onCapture, { capture: true });
    addEventListener("keydown", onKey);
    return () => {
      removeEventListener("keydown", onCapture, { capture: true });
      removeEventListener("keydown", onKey);
    };
  }, []);
}

/** Returns the page that a key opens when it is pressed soon after G. */
function pageAfterG(pressedG: { current: number }, { key, timeStamp }: KeyboardEvent): string | undefined {
  const page = timeStamp - pressedG.current < PAIR_MS ? PAGES.get(key) : undefined;
  pressedG.current = key === "g" ? timeStamp : Number.NEGATIVE_INFINITY;
  return page;
}

const isPaletteKey = ({ key, metaKey, ctrlKey }: KeyboardEvent): boolean => key === "k" && (metaKey || ctrlKey);

/** G and a letter open a page, ⌘K or Ctrl K opens the palette, and `?` opens the list of shortcuts. */
export function useShortcuts(open: { readonly palette: () => void; readonly sheet: () => void }): void {
  const [, navigate] = useLocation();
  const latest = useRef(open);
  const pressedG = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    latest.current = open;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const action = isPaletteKey(event) ? latest.current.palette : actionOf(event, { pressedG, navigate, latest });
      if (action === undefined) return;
      event.preventDefault();
      // The page's own keys must not see the event as well.
      event.stopImmediatePropagation();
      action();
    };
    addEventListener("keydown", onKey, { capture: true });
    return () => removeEventListener("keydown", onKey, { capture: true });
  }, [navigate]);
}

interface Keys {
  readonly pressedG: { current: number };
  readonly navigate: (page: string) => void;
  readonly latest: { readonly current: { readonly sheet: () => void } };
}

function actionOf(event: KeyboardEvent, { pressedG, navigate, latest }: Keys): (() => void) | undefined {
  if (!isPlain(event) || isTyping(event)) return undefined;
  const page = pageAfterG(pressedG, event);
  if (page !== undefined) return () => navigate(page);
  return event.key === "?" ? latest.current.sheet : undefined;
}

/** How the keys of the palette are written on this machine. */
export const PALETTE_KEY = /mac|iphone|ipad/i.test(navigator.userAgent) ? "⌘K" : "Ctrl K";
