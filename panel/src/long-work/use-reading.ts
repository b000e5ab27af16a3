import { useEffect, useRef, useState } from "react";
import { NotWantedError, type Patience } from "./patiently.ts";
import { pace, wait } from "./this-tab.ts";

interface Progress {
  readonly count: number;
  readonly error?: unknown;
}

type Use<Row> = (pages: AsyncGenerator<readonly Row[]>, onCount: (count: number) => void) => Promise<void>;

/** Reads a whole list page by page, one reading at a time. It can be stopped, and ends when its page is left. */
export function useReading<Row>(pagesOf: (patience: Patience) => AsyncGenerator<readonly Row[]>) {
  const [reading, setReading] = useState<Progress>();
  const turn = useRef(0);
  useEffect(
    () => () => {
      turn.current += 1;
    },
    [],
  );
  const isRunning = reading !== undefined && reading.error === undefined;
  const begin = async (use: Use<Row>): Promise<void> => {
    if (isRunning) return;
    turn.current += 1;
    const mine = turn.current;
    const isWanted = () => mine === turn.current;
    const show = (now: Progress | undefined) => isWanted() && setReading(now);
    show({ count: 0 });
    try {
      await use(pagesOf({ pace, wait, isWanted }), (count) => show({ count }));
      show(undefined);
    } catch (error) {
      if (!(error instanceof NotWantedError)) show({ count: 0, error });
    }
  };
  const stop = () => {
    turn.current += 1;
    setReading(undefined);
  };
  return { reading, isRunning, begin, stop };
}

export type Reading<Row> = ReturnType<typeof useReading<Row>>;
