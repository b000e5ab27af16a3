import { type RefObject, useLayoutEffect, useRef } from "react";
import type { Message } from "./message-text.ts";

/**
 * Keeps the messages in place for a reader who has scrolled up. The list is laid out from its end, so a new message would move the others;
 * loading older messages moves nothing. The browser's scroll anchoring is off, because after a jump it follows the beginning of the list.
 */
export function useHeldPlace(
  frame: RefObject<HTMLElement | null>,
  messages: readonly Message[],
  isAway: (frame: HTMLElement) => boolean,
): void {
  const [newest, oldest] = [messages.at(-1)?.id, messages[0]?.id];
  const held = useRef({ newest, oldest });
  const before = frame.current?.scrollHeight ?? 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `before` must be the height before the change
  useLayoutEffect(() => {
    const hasNew = held.current.newest !== newest && held.current.oldest === oldest;
    held.current = { newest, oldest };
    const list = frame.current;
    if (list && hasNew && isAway(list)) list.scrollTop -= list.scrollHeight - before;
  }, [newest, oldest]);
}
