import type { Person } from "../../shared/identity/domain/person.ts";
import type { PeopleDirectory } from "../../shared/identity/ports.ts";

/** A double in memory that passes the same contract test as the directory on a user pool (test/contract/ports/people-directory.test.ts). */
export function inMemoryPeople(people: readonly Person[]): PeopleDirectory {
  const begins = (value: string, text: string) => value.toLowerCase().startsWith(text.toLowerCase());
  return {
    search: async (text, limit) =>
      people
        .filter(
          ({ name, email = "" }) =>
            [name, ...name.split(" ")].some((part) => begins(part, text)) || begins(email, text),
        )
        .slice(0, limit),
    named: async (ids) => people.filter(({ id }) => ids.includes(id)),
  };
}
