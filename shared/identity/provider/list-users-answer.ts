import * as z from "zod";
import type { Person } from "../domain/person.ts";

const listUsersAnswer = z.object({
  Users: z.array(
    z.object({
      Enabled: z.boolean().default(true),
      Attributes: z.array(z.object({ Name: z.string(), Value: z.string().default("") })).default([]),
    }),
  ),
});

export interface ListedPerson extends Person {
  readonly isEnabled: boolean;
}

/** Reads the people in an answer of `ListUsers` (Amazon Cognito user pools API reference), except those without a subject, who own nothing. */
export function peopleIn(answer: unknown): readonly ListedPerson[] {
  return listUsersAnswer.parse(answer).Users.flatMap(({ Enabled: isEnabled, Attributes }) => {
    const of = new Map(Attributes.map(({ Name, Value }) => [Name, Value]));
    const id = of.get("sub");
    if (!id) return [];
    const email = of.get("email") || undefined;
    const parts = [of.get("given_name"), of.get("family_name")].filter(Boolean).join(" ");
    const name = of.get("name") || parts || of.get("preferred_username") || email || id;
    return { id, name, email, isEnabled };
  });
}
