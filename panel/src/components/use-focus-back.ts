import { useEffect, useLayoutEffect, useState } from "react";

/** The element of the page itself, not of a menu or dialog, that had the focus last. */
let below: HTMLElement | undefined;
/** The element that wanted the focus while a menu or a dialog had it. */
let arrived: HTMLElement | undefined;

const OVER = "[role=menu], [role=dialog]";

const onFocus = ({ target }: FocusEvent): void => {
  if (!(target instanceof HTMLElement) || target.closest(OVER)) return;
  below = target;
  arrived = undefined;
};

/**
 * Focuses what has just appeared on the page. A page may arrive late, so somebody who is writing in a dialog keeps the focus; the
 * element gets it when the dialog closes.
 */
export function takeFocus(element: HTMLElement | null): void {
  if (document.activeElement?.closest(OVER)) arrived = element ?? undefined;
  else element?.focus();
}

/** The page listens once, because a menu may be gone by the time the next dialog opens. */
export function useFocusWatch(): void {
  useEffect(() => {
    addEventListener("focusin", onFocus);
    return () => removeEventListener("focusin", onFocus);
  }, []);
}

/** Returns the focus when this closes: to where it was, or to a page that arrived since, unless it has already moved elsewhere. */
export function useFocusBack(): void {
  const [back] = useState(() => below);
  useLayoutEffect(
    () => () => {
      // The timeout lets the element disappear and its successor take the focus first.
      setTimeout(() => {
        if (document.activeElement === document.body) (arrived?.isConnected ? arrived : back)?.focus();
      });
    },
    [back],
  );
}
