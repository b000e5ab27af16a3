import type * as z from "zod";
import { directoryProblems } from "./directory-references.ts";
import { directoryShape } from "./directory-shape.ts";

/** Everything that claims are computed from. Developers edit it as a JSON file or with `PUT /dev/directory`. */
export const directory = directoryShape.superRefine((value, context) => {
  for (const problem of directoryProblems(value)) context.addIssue({ code: "custom", ...problem });
});

export type DirectoryInput = z.input<typeof directory>;
