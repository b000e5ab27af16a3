import { useEffect, useLayoutEffect, useState } from "react";

/** The last one that had the focus of all that stands on a page, and does not lie over it. */
let below: HTMLElement | undefined;
/** The one that came meanwhile, and would have taken the focus. */
let arrived: HTMLElement | undefined;

const OVER = "[role=menu], [role=dialog]";

const onFocus = ({ target }: FocusEvent): void => {
  if (!(target instanceof HTMLElement) || target.closest(OVER)) return;
  below = target;
  arrived = undefined;
};

/**
 * Gives the focus to what has just come on the page. Somebody who writes in a dialog meanwhile, such as the palette, keeps it: a page may
 * come late. It then has the focus when the dialog is gone.
 */
export function takeFocus(element: HTMLElement | null): void {
  if (document.activeElement?.closest(OVER)) arrived = element ?? undefined;
  else element?.focus();
}

/** Once, with the page: menus and dialogs may be gone by the time that the one after them is opened. */
export function useFocusWatch(): void {
  useEffect(() => {
    addEventListener("focusin", onFocus);
    return () => removeEventListener("focusin", onFocus);
  }, []);
}

/** Gives the focus back to what had it before this was opened, or to the page that came since, unless its end has moved it elsewhere. */
export function useFocusBack(): void {
  const [back] = useState(() => below);
  useLayoutEffect(
    () => () => {
      // Not before it is gone, and what follows it has taken the focus.
      setTimeout(() => {
        if (document.activeElement === document.body) (arrived?.isConnected ? arrived : back)?.focus();
      });
    },
    [back],
  );
}
