import { useState } from "react";

const keyOf = (conversationId: string): string => `herald.draft.${conversationId}`;

/** A text that somebody has begun stays with its conversation, until the window is closed. */
export function useDraft(conversationId: string): readonly [string, (text: string) => void] {
  const key = keyOf(conversationId);
  const [text, setText] = useState(() => sessionStorage.getItem(key) ?? "");
  const change = (changed: string) => {
    setText(changed);
    if (changed === "") sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, changed);
  };
  return [text, change];
}
