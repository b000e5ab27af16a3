import { useEffect, useState } from "react";
import type { Session } from "../session/session.ts";
import { ApiError } from "./api-error.ts";

/** A record with the time of its last write. */
export interface Dated {
  readonly updated_at: string;
  /** The ETag, if the record was read by itself: it differs after each change. */
  readonly etag?: string;
}

/** Says whether one copy of a record was saved after the other. Answers may arrive in another order than the saves. */
const isNewer = (one: Dated, other: Dated): boolean =>
  one.etag !== other.etag && Date.parse(one.updated_at) >= Date.parse(other.updated_at);

/** Returns the fields that the form of a record writes. A change of other fields is no conflict; without this function every change is one. */
type ContentOf<T> = (record: T) => unknown;

const hasOtherContent = <T>(now: T, began: T, contentOf: ContentOf<T> | undefined): boolean =>
  contentOf === undefined || JSON.stringify(contentOf(now)) !== JSON.stringify(contentOf(began));

/** How many times a save tries to write while somebody changes only fields that its form does not write. */
const MAX_TRIES = 5;

interface MatchHeader {
  readonly "If-Match"?: string;
}

/** Returns the header that lets a change through only while the record is still the one that was shown. */
export const matching = ({ etag }: Pick<Dated, "etag">): MatchHeader => (etag ? { "If-Match": etag } : {});

/** Thrown when somebody, perhaps in another tab, has saved the record since the form was opened: the writer must agree to overwrite it. */
class ChangedElsewhereError<T extends Dated> extends Error {
  override readonly name = "ChangedElsewhereError";
  readonly current: T;

  constructor(current: T) {
    super("It was saved somewhere else meanwhile.");
    this.current = current;
  }
}

/** Says whether a save failed because somebody else had saved the record. */
export const isElsewhere = <T extends Dated>(error: unknown): error is ChangedElsewhereError<T> =>
  error instanceof ChangedElsewhereError;

interface Replacing<T extends Dated> {
  /** The record that the form began with or that the writer agreed to overwrite. */
  readonly over: T;
  readonly contentOf?: ContentOf<T>;
  readonly session: Session;
  readonly read: () => Promise<T>;
  readonly write: (header: MatchHeader) => Promise<T>;
}

/** Replaces a record. Throws `ChangedElsewhereError` if the service says that somebody has changed its content since `over` was read. */
export async function replaceUnchanged<T extends Dated>(replacing: Replacing<T>): Promise<T> {
  const { over, session, write } = replacing;
  if (session.isPutOff()) await session.askToSignIn();
  let seen = over;
  for (let tries = 1; ; tries++) {
    try {
      return await write(matching(seen));
    } catch (error) {
      if (!isVersionConflict(error) || tries === MAX_TRIES) throw error;
      seen = await withSameContent(replacing);
    }
  }
}

async function withSameContent<T extends Dated>({ over, contentOf, read }: Replacing<T>): Promise<T> {
  const current = await read();
  if (hasOtherContent(current, over, contentOf)) throw new ChangedElsewhereError(current);
  return current;
}

const isVersionConflict = (error: unknown): boolean => error instanceof ApiError && error.code === "version_conflict";

export interface Beginning<T extends Dated> {
  /** The record in its current state; undefined while a new one is written. */
  readonly record: T | undefined;
  /** Says whether the form has unsaved changes. */
  readonly isEdited: (began: T | undefined) => boolean;
  readonly contentOf?: ContentOf<T>;
  readonly onTaken?: (record: T) => void;
}

/** Contains the record that a form began with; a newer version replaces it automatically only while the form has no changes. */
export function useBegan<T extends Dated>({ record, isEdited, contentOf, onTaken }: Beginning<T>) {
  const [first, setBegan] = useState(record);
  const [turn, setTurn] = useState(0);
  const later = record && first && isNewer(record, first) ? record : undefined;
  const newer = later && first && hasOtherContent(later, first, contentOf) ? later : undefined;
  // If only fields outside the form have changed, the form begins with the newer record, so that a save names the present revision.
  const began = newer ? first : (later ?? first);
  const isChanged = isEdited(began);
  const take = (taken: T) => {
    setBegan(taken);
    setTurn((before) => before + 1);
    onTaken?.(taken);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: a newer version is taken when it arrives, not when the reader reverts a change
  useEffect(() => {
    if (newer && !isChanged) take(newer);
  }, [newer]);
  return {
    began,
    setBegan,
    take,
    isChanged,
    /** The version that somebody else saved while this form had changes. */
    newer: isChanged ? newer : undefined,
    /** Changes with each record that is taken; it is the key of a form whose fields keep their own values. */
    turn,
  };
}
