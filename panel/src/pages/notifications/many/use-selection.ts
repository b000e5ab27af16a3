import { useCallback, useEffect, useState } from "react";
import type { Listed } from "../outcome.ts";

/** At most this many notifications are chosen at once. */
export const MOST_CHOSEN = 1000;

type Chosen = ReadonlyMap<string, Listed>;
const NONE: Chosen = new Map();

/** Contains the chosen notifications of one list; other filters make another list. */
export function useSelection(filters: string) {
  const [chosen, setChosen] = useState(NONE);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other filters begin without a choice
  useEffect(() => {
    setChosen(NONE);
  }, [filters]);
  const toggle = useCallback((row: Listed) => {
    setChosen((before) => {
      const after = new Map(before);
      if (!after.delete(row.id) && after.size < MOST_CHOSEN) after.set(row.id, row);
      return after;
    });
  }, []);
  const choose = useCallback((rows: readonly Listed[]) => {
    setChosen(new Map(rows.slice(0, MOST_CHOSEN).map((row) => [row.id, row])));
  }, []);
  const clear = useCallback(() => setChosen(NONE), []);
  return { chosen, toggle, choose, clear };
}

export type Selection = ReturnType<typeof useSelection>;
