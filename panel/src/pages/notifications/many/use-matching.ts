import { useEffect, useRef, useState } from "react";
import { usePanel } from "../../../session/session-context.tsx";
import type { Filters } from "../filters.ts";
import type { Listed } from "../outcome.ts";
import { matchingPages } from "./matching-pages.ts";
import { NotWantedError } from "./patiently.ts";
import { pace, wait } from "./use-run.ts";

interface Reading {
  readonly count: number;
  readonly error?: unknown;
}

type Read = (pages: AsyncGenerator<readonly Listed[]>, onCount: (count: number) => void) => Promise<void>;

/** Reads all notifications that the filters find, one reading at a time. It can be stopped, and ends when its page is left. */
export function useMatching(filters: Filters) {
  const { api } = usePanel();
  const [reading, setReading] = useState<Reading>();
  const turn = useRef(0);
  useEffect(
    () => () => {
      turn.current += 1;
    },
    [],
  );
  const isRunning = reading !== undefined && reading.error === undefined;
  const begin = async (read: Read): Promise<void> => {
    if (isRunning) return;
    turn.current += 1;
    const mine = turn.current;
    const isWanted = () => mine === turn.current;
    const show = (now: Reading | undefined) => isWanted() && setReading(now);
    show({ count: 0 });
    try {
      await read(matchingPages(api, filters, { pace, wait, isWanted }), (count) => show({ count }));
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
