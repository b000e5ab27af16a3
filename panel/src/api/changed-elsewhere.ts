import { useEffect, useState } from "react";
import type { Session } from "../session/session.ts";

/** A record that says when it was written last. */
export interface Dated {
  readonly updated_at: string;
}

/** Whether somebody has saved the one after the other. */
export const isNewer = (one: Dated, other: Dated): boolean => Date.parse(one.updated_at) > Date.parse(other.updated_at);

/** Of a record, what its form writes: other things may change without being a reason to ask. The time alone says enough where it is left out. */
type ContentOf<T> = (record: T) => unknown;

const hasChanged = <T extends Dated>(now: T, began: T, contentOf: ContentOf<T> | undefined): boolean =>
  isNewer(now, began) &&
  (contentOf === undefined || JSON.stringify(contentOf(now)) !== JSON.stringify(contentOf(began)));

/** Somebody, perhaps in another tab, has saved the record since this one was opened: to write over it takes their word. */
class ChangedElsewhereError<T extends Dated> extends Error {
  override readonly name = "ChangedElsewhereError";
  readonly current: T;

  constructor(current: T) {
    super("It was saved somewhere else meanwhile.");
    this.current = current;
  }
}

/** Of a save of such a record. */
export const isElsewhere = <T extends Dated>(error: unknown): error is ChangedElsewhereError<T> =>
  error instanceof ChangedElsewhereError;

interface Replacing<T extends Dated> {
  /** The record that the form began with, or that the writer has agreed to write over. */
  readonly over: T;
  readonly contentOf?: ContentOf<T>;
  readonly session: Session;
  readonly read: () => Promise<T>;
  readonly write: () => Promise<T>;
}

/** Replaces a record that is still as it was; throws `ChangedElsewhereError` for one that is not. */
export async function replaceUnchanged<T extends Dated>({
  over,
  contentOf,
  session,
  read,
  write,
}: Replacing<T>): Promise<T> {
  if (session.isPutOff()) await session.askToSignIn();
  const current = await read();
  if (hasChanged(current, over, contentOf)) throw new ChangedElsewhereError(current);
  return write();
}

export interface Beginning<T extends Dated> {
  /** As it is now; undefined while a new one is written. */
  readonly record: T | undefined;
  /** Whether something was typed that is not saved. */
  readonly isEdited: (began: T | undefined) => boolean;
  readonly contentOf?: ContentOf<T>;
  readonly onTaken?: (record: T) => void;
}

/** The record that a form began with: a newer one takes its place by itself only while nothing has been typed. */
export function useBegan<T extends Dated>({ record, isEdited, contentOf, onTaken }: Beginning<T>) {
  const [began, setBegan] = useState(record);
  const [turn, setTurn] = useState(0);
  const isChanged = isEdited(began);
  const newer = record && began && hasChanged(record, began, contentOf) ? record : undefined;
  const take = (taken: T) => {
    setBegan(taken);
    setTurn((before) => before + 1);
    onTaken?.(taken);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: taken when it comes, not when a change is undone by hand
  useEffect(() => {
    if (newer && !isChanged) take(newer);
  }, [newer]);
  return {
    began,
    setBegan,
    take,
    isChanged,
    /** Saved by somebody else while something was typed here. */
    newer: isChanged ? newer : undefined,
    /** Another one for each record that was taken: the key of a form whose fields keep their own values. */
    turn,
  };
}
