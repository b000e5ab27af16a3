import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useToast } from "./toast.tsx";

interface Deletion {
  readonly id: string;
  /** Shown at once, such as "The note is deleted". */
  readonly text: string;
  /** The request must outlive the page, so it uses `keepalive`. */
  readonly request: () => Promise<unknown>;
}

export interface DelayedDelete {
  readonly remove: (deletion: Deletion) => void;
  /** Keeps a record that is not deleted yet, because it is wanted again. */
  readonly keep: (id: string) => void;
  /** Says whether to hide the record with this id. */
  readonly isGone: (id: string) => boolean;
  /** Returns why a record could not be deleted and is shown again. */
  readonly errorOf: (id: string) => unknown;
}

const NONE: ReadonlyMap<string, unknown> = new Map();
const GONE = Symbol("gone");

/**
 * Hides a small thing at once and deletes it when that can no longer be undone: when the toast has closed or the page is left. A thing
 * that could not be deleted is shown again.
 */
export function useDelayedDelete(): DelayedDelete {
  const toast = useToast();
  const queryClient = useQueryClient();
  const [states, setStates] = useState(NONE);
  const due = useDue();
  const set = (id: string, state: unknown) => setStates((before) => new Map(before).set(id, state));
  const keep = (id: string) => {
    if (due.delete(id)) set(id, undefined);
  };
  const remove = ({ id, text, request }: Deletion) => {
    let hide: (() => void) | undefined;
    const deleteNow = async () => {
      if (!due.delete(id)) return;
      hide?.();
      try {
        await request();
        // The list is read again first, so that the deleted record does not reappear for a moment.
        await queryClient.invalidateQueries();
        set(id, undefined);
      } catch (error) {
        set(id, error);
      }
    };
    set(id, GONE);
    due.set(id, () => void deleteNow());
    hide = toast(text, { undo: () => keep(id), onGone: () => void deleteNow() });
  };
  return {
    remove,
    keep,
    isGone: (id) => states.get(id) === GONE,
    errorOf: (id) => (states.get(id) === GONE ? undefined : states.get(id)),
  };
}

/** Keeps the pending deletions by id and runs them all when the page ends. */
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
