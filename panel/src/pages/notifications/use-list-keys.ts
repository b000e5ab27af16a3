import { type RefObject, useEffect, useRef } from "react";
import { useKeys } from "../../layout/shortcuts.ts";

interface ListKeys {
  readonly ids: readonly string[];
  readonly openId: string | undefined;
  readonly search: RefObject<HTMLInputElement | null>;
  /** Called when the last row is reached, because there may be more. */
  readonly onEnd: () => void;
  /** Renders a row that is out of sight. */
  readonly reveal: (index: number) => void;
  readonly onOpen: (id: string) => void;
  readonly onClose: () => void;
  /** Chooses the row with this id, or takes the choice back. */
  readonly onChoose: (id: string) => void;
}

const linkOf = (id: string | undefined): HTMLElement | null =>
  id === undefined ? null : document.querySelector<HTMLElement>(`a[data-row="${CSS.escape(id)}"]`);

const focusedId = (): string | undefined =>
  document.activeElement instanceof HTMLElement ? document.activeElement.dataset.row : undefined;

/** The most frames to wait for a revealed row, which is usually drawn within two. */
const MOST_FRAMES = 60;

/** Returns a function that gives a row the focus as soon as it is drawn, and the id of the row that still waits for the focus. */
function useRowFocus() {
  const waiting = useRef<string>(undefined);
  const focus = (id: string, frames = 0): void => {
    const row = linkOf(id);
    waiting.current = row || frames === MOST_FRAMES ? undefined : id;
    row?.focus();
    if (waiting.current)
      requestAnimationFrame(() => {
        if (waiting.current === id) focus(id, frames + 1);
      });
  };
  return { focus, waiting };
}

/** J and K move through the list or through the opened notifications, Esc closes, and the focus then returns to the row. */
export function useListKeys({ ids, openId, search, reveal, onEnd, onOpen, onClose, onChoose }: ListKeys) {
  useFocusBack(openId);
  const { focus, waiting } = useRowFocus();
  const step = (by: 1 | -1) => {
    const index = nextIndex(ids, openId ?? waiting.current ?? focusedId(), by);
    const id = ids[index];
    if (id === undefined) return;
    if (index === ids.length - 1) onEnd();
    reveal(index);
    if (openId !== undefined) return onOpen(id);
    focus(id);
  };
  useKeys({
    j: () => step(1),
    k: () => step(-1),
    x: () => {
      const id = openId ?? focusedId();
      if (id !== undefined) onChoose(id);
    },
    "/": () => search.current?.focus(),
    Escape: openId === undefined ? undefined : onClose,
  });
  const at = openId === undefined ? -1 : ids.indexOf(openId);
  return {
    onNext: at + 1 < ids.length ? () => step(1) : undefined,
    onPrevious: at > 0 ? () => step(-1) : undefined,
  };
}

/** Returns the index of the next or previous row: the first row without an open one, and the same row at both ends. */
function nextIndex(ids: readonly string[], from: string | undefined, by: 1 | -1): number {
  const at = from === undefined ? -1 : ids.indexOf(from);
  return at === -1 ? 0 : Math.max(0, Math.min(ids.length - 1, at + by));
}

function useFocusBack(openId: string | undefined): void {
  const last = useRef(openId);
  useEffect(() => {
    const [before, now] = [last.current, openId];
    last.current = openId;
    if (now === undefined) linkOf(before)?.focus();
    else linkOf(now)?.scrollIntoView({ block: "nearest" });
  }, [openId]);
}
