import { isOneOf } from "../../api/is-one-of.ts";

export const VIEWS = ["all", "waiting", "unread", "done"] as const;
export type View = (typeof VIEWS)[number];
export const WINDOWS = ["open", "closed"] as const;

/** The filters of the list, as they are in the query of the page's address. */
export interface Filters {
  readonly view: View;
  readonly window?: (typeof WINDOWS)[number];
  readonly q?: string;
}

export function filtersIn(search: URLSearchParams): Filters {
  const view = search.get("view");
  const window = search.get("window");
  const q = search.get("q");
  return {
    view: isOneOf(VIEWS, view) ? view : "all",
    ...(isOneOf(WINDOWS, window) && { window }),
    ...(q && { q }),
  };
}

/** Writes the filters back into an address, without the default values. */
export const searchOf = ({ view, window, q }: Filters): Record<string, string> => ({
  ...(view !== "all" && { view }),
  ...(window && { window }),
  ...(q && { q }),
});
