import type { Samples } from "../samples.ts";
import type { Draft } from "../template-draft.ts";

/** A template of `examples/email-templates` that an owner can begin with. */
export interface Starter {
  /** The name of its folder, which is also the alias of the template that is made from it. */
  readonly alias: string;
  /** Says when such a mail is sent. */
  readonly about: string;
  readonly draft: Draft;
  readonly samples: Samples;
}

/** The content of `template.json`. */
export interface StarterFields {
  readonly name: string;
  readonly subject: string;
}

const FOLDER = /([^/]+)\/[^/]+$/;
/** The body begins with a comment that says when the mail is sent. */
const ABOUT = /^\{\{\/\* (.*?) \*\/ -\}\}/;

const folderOf = (path: string): string => FOLDER.exec(path)?.[1] ?? path;

/** The texts of the starters' files by their paths. */
interface StarterFiles {
  readonly bodies: Readonly<Record<string, string>>;
  readonly fields: Readonly<Record<string, StarterFields>>;
  readonly samples: Readonly<Record<string, Samples>>;
}

/** Joins the files of each folder; the starters are in the order of their names. */
export function startersOf({ bodies, fields, samples }: StarterFiles): readonly Starter[] {
  const inFolder = <T>(files: Readonly<Record<string, T>>, folder: string): T | undefined =>
    Object.entries(files).find(([path]) => folderOf(path) === folder)?.[1];
  const all = Object.entries(bodies).map(([path, body]): Starter => {
    const alias = folderOf(path);
    const { name = alias, subject = "" } = inFolder(fields, alias) ?? {};
    return {
      alias,
      about: ABOUT.exec(body)?.[1] ?? "",
      draft: { name, subject, body, body_type: "html", alias, strict: true, isEscaped: true },
      samples: inFolder(samples, alias) ?? {},
    };
  });
  return all.sort((a, b) => a.draft.name.localeCompare(b.draft.name, "en"));
}

/** Gives the draft a free alias, and a name that tells it from the template that has the alias. */
export function freeDraft({ draft, alias }: Starter, taken: ReadonlySet<string>): Draft {
  if (!taken.has(alias)) return draft;
  let number = 2;
  while (taken.has(`${alias}-${number}`)) number += 1;
  return { ...draft, alias: `${alias}-${number}`, name: `${draft.name} ${number}` };
}
