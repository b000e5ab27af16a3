import { useReading } from "../../../long-work/use-reading.ts";
import { usePanel } from "../../../session/session-context.tsx";
import type { Filters } from "../filters.ts";
import type { Listed } from "../outcome.ts";
import { matchingPages } from "./matching-pages.ts";

/** Reads all notifications that the filters find. */
export function useMatching(filters: Filters) {
  const { api, time } = usePanel();
  return useReading<Listed>((patience) => matchingPages({ api, now: time.now }, filters, patience));
}
