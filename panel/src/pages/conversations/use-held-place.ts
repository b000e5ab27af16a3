import { type RefObject, useLayoutEffect, useRef } from "react";
import type { Message } from "./message-text.ts";

/**
 * A thread is laid out from its end: what comes above moves nobody, and a new message would move who reads further up. The browser's own
 * way to hold the place is switched off: after a jump it holds the whole list, and follows its beginning from page to page.
 */
export function useHeldPlace(
  frame: RefObject<HTMLElement | null>,
  messages: readonly Message[],
  isAway: (frame: HTMLElement) => boolean,
): void {
  const [newest, oldest] = [messages.at(-1)?.id, messages[0]?.id];
  const held = useRef({ newest, oldest });
  const before = frame.current?.scrollHeight ?? 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height is that of before the change
  useLayoutEffect(() => {
    const hasNew = held.current.newest !== newest && held.current.oldest === oldest;
    held.current = { newest, oldest };
    const list = frame.current;
    if (list && hasNew && isAway(list)) list.scrollTop -= list.scrollHeight - before;
  }, [newest, oldest]);
}
