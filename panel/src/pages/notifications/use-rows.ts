import { useVirtualizer } from "@tanstack/react-virtual";
import type { RefObject } from "react";

/** A browser lays out this many rows without a noticeable delay. */
const MANY = 200;
const ROW_PX = 37;
const AROUND = 20;

/**
 * Returns the rows to render. A long list renders only the rows in sight; `before` and `after` are the heights of the rows above
 * and below.
 */
export function useRows(count: number, scroller: RefObject<HTMLElement | null>) {
  const isMany = count > MANY;
  const virtualizer = useVirtualizer({
    count,
    enabled: isMany,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    overscan: AROUND,
  });
  const seen = virtualizer.getVirtualItems();
  const [first, last] = [seen.at(0), seen.at(-1)];
  const reveal = (index: number) => isMany && virtualizer.scrollToIndex(index);
  if (!isMany || !first || !last)
    return { from: 0, to: Math.min(count, MANY), before: 0, after: 0, measure: undefined, reveal };
  const after = virtualizer.getTotalSize() - last.end;
  return {
    from: first.index,
    to: last.index + 1,
    before: first.start,
    after,
    measure: virtualizer.measureElement,
    reveal,
  };
}

export type Rows = ReturnType<typeof useRows>;
