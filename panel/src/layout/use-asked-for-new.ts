import { useEffect } from "react";
import { useLocation, useSearch } from "wouter";

/** `<path>?new` opens the form; the query is removed at once, so that a reload does not open it again. */
export function useAskedForNew(path: string, open: () => void): void {
  const isAsked = new URLSearchParams(useSearch()).has("new");
  const [, navigate] = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the form opens once for each request
  useEffect(() => {
    if (!isAsked) return;
    open();
    navigate(path, { replace: true });
  }, [isAsked]);
}
