import type * as z from "zod";
import { directoryProblems } from "./directory-references.ts";
import { directoryShape } from "./directory-shape.ts";

/** Everything that the claims are computed from. Its JSON is the file that a developer edits and `PUT /dev/directory` takes. */
export const directory = directoryShape.superRefine((value, context) => {
  for (const problem of directoryProblems(value)) context.addIssue({ code: "custom", ...problem });
});

export type DirectoryInput = z.input<typeof directory>;
