import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useToast } from "./toast.tsx";

interface Deletion {
  readonly id: string;
  /** Said at once: "The note is deleted". */
  readonly text: string;
  /** The call outlives the page: `keepalive`. */
  readonly request: () => Promise<unknown>;
}

export interface DelayedDelete {
  readonly remove: (deletion: Deletion) => void;
  /** It is not to be shown. */
  readonly isGone: (id: string) => boolean;
  /** Why it is there again. */
  readonly errorOf: (id: string) => unknown;
}

const NONE: ReadonlyMap<string, unknown> = new Map();
const GONE = Symbol("gone");

/**
 * For small things: they disappear at once, and are deleted when nobody can undo that any more: once the toast has gone, or when the page
 * is left. One that could not be deleted is there again.
 */
export function useDelayedDelete(): DelayedDelete {
  const toast = useToast();
  const queryClient = useQueryClient();
  const [states, setStates] = useState(NONE);
  const due = useDue();
  const set = (id: string, state: unknown) => setStates((before) => new Map(before).set(id, state));
  const remove = ({ id, text, request }: Deletion) => {
    let hide: (() => void) | undefined;
    const deleteNow = async () => {
      if (!due.delete(id)) return;
      hide?.();
      try {
        await request();
        // It must not come back for a moment: it is shown again only when the list has been read without it.
        await queryClient.invalidateQueries();
        set(id, undefined);
      } catch (error) {
        set(id, error);
      }
    };
    const undo = () => {
      due.delete(id);
      set(id, undefined);
    };
    set(id, GONE);
    due.set(id, () => void deleteNow());
    hide = toast(text, { undo, onGone: () => void deleteNow() });
  };
  return {
    remove,
    isGone: (id) => states.get(id) === GONE,
    errorOf: (id) => (states.get(id) === GONE ? undefined : states.get(id)),
  };
}

/** The deletions that wait, by id; the end of the page makes them all. */
function useDue(): Map<string, () => void> {
  const due = useRef(new Map<string, () => void>());
  useEffect(() => {
    const waiting = due.current;
    const makeAll = () => {
      for (const make of [...waiting.values()]) make();
    };
    addEventListener("pagehide", makeAll);
    return () => {
      removeEventListener("pagehide", makeAll);
      makeAll();
    };
  }, []);
  return due.current;
}
