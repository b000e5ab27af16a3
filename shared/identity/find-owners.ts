import type { Log } from "../kernel/log.ts";
import { Refusal } from "../kernel/refusal.ts";
import type { Person } from "./domain/person.ts";
import { type PeopleDirectory, PeopleUnavailableError } from "./ports.ts";

const MAX_FOUND = 20;

export interface FindOwnersDeps {
  /** The directory of people; undefined when the identity provider has none. */
  readonly people: PeopleDirectory | undefined;
  readonly log: Log;
}

export interface OwnersWanted {
  /** The beginning of a name or an address. */
  readonly text: string;
  /** The ids of people to look up; when it is not empty, `text` is not used. */
  readonly ids: readonly string[];
}

/** Finds owners by name for administrators; undefined when the identity provider has no directory, so that only ids are known. */
export async function findOwners(
  { people, log }: FindOwnersDeps,
  { text, ids }: OwnersWanted,
): Promise<readonly Person[] | undefined> {
  if (people === undefined) return undefined;
  try {
    const found = ids.length > 0 ? await people.named(ids) : await people.search(text, MAX_FOUND);
    return found.toSorted((one, other) => one.name.localeCompare(other.name));
  } catch (error) {
    if (!(error instanceof PeopleUnavailableError)) throw error;
    log.error("people.unavailable", error);
    throw new Refusal("provider_unavailable", "the directory of people is unavailable: try again later", {
      cause: error,
    });
  }
}
