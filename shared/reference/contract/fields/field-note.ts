/**
 * The reference tells of a field what its schema does not: a description, and a value as it may stand there. An object or a list of
 * objects has no value of its own: its fields have.
 */
export type FieldNote = readonly [description: string, example?: unknown];

/**
 * By the field's name, or by `<where>.<name>` where a name has several meanings: `where` is the schema's or operation's name, or the
 * field that the object stands in.
 */
export type FieldTable = Readonly<Record<string, FieldNote>>;

/** The same notes in several places. */
export const inEach = (wheres: readonly string[], notes: FieldTable): FieldTable =>
  Object.fromEntries(
    wheres.flatMap((where) => Object.entries(notes).map(([name, note]) => [`${where}.${name}`, note])),
  );
