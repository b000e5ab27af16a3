import { useEffect, useLayoutEffect, useState } from "react";

/** The element of the page itself, not of a menu or dialog, that had the focus last. */
let below: HTMLElement | undefined;
/** The element that was to get the focus while a menu or a dialog had it. */
let arrived: HTMLElement | undefined;

const OVER = "[role=menu], [role=dialog]";

const onFocus = ({ target }: FocusEvent): void => {
  if (!(target instanceof HTMLElement) || target.closest(OVER)) return;
  below = target;
  arrived = undefined;
};

/**
 * Focuses an element that has just appeared on the page. A page may arrive late, so somebody who is writing in a dialog keeps the focus;
 * the element gets it when the dialog closes.
 */
export function takeFocus(element: HTMLElement | null): void {
  if (document.activeElement?.closest(OVER)) arrived = element ?? undefined;
  else element?.focus();
}

/** Notes which element of the page has the focus. The page listens all the time, because a menu may be gone when a dialog opens. */
export function useFocusWatch(): void {
  useEffect(() => {
    addEventListener("focusin", onFocus);
    return () => removeEventListener("focusin", onFocus);
  }, []);
}

/** When the component is removed, gives the focus back to the element that had it, or to a page that arrived since, if nothing has it. */
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
