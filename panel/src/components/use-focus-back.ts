import { useEffect, useLayoutEffect, useState } from "react";

/** The last one that had the focus of all that stands on a page, and does not lie over it. */
let below: HTMLElement | undefined;

const onFocus = ({ target }: FocusEvent): void => {
  if (target instanceof HTMLElement && !target.closest("[role=menu], [role=dialog]")) below = target;
};

/** Once, with the page: menus and dialogs may be gone by the time that the one after them is opened. */
export function useFocusWatch(): void {
  useEffect(() => {
    addEventListener("focusin", onFocus);
    return () => removeEventListener("focusin", onFocus);
  }, []);
}

/** Gives the focus back to what had it before this was opened, unless its end has moved it elsewhere. */
export function useFocusBack(): void {
  const [back] = useState(() => below);
  useLayoutEffect(
    () => () => {
      // Not before it is gone, and what follows it has taken the focus.
      setTimeout(() => {
        if (document.activeElement === document.body) back?.focus();
      });
    },
    [back],
  );
}
