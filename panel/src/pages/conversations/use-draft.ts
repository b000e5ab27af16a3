import { useState } from "react";

const keyOf = (conversationId: string): string => `herald.draft.${conversationId}`;

/** Keeps an unfinished text with its conversation until the browser tab is closed. */
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
