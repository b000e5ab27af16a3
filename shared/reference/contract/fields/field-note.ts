/**
 * A note has the description and the example of a field, which its schema lacks. An object or a list of objects has no example of its own,
 * because its fields have theirs.
 */
export type FieldNote = readonly [description: string, example?: unknown];

/**
 * The key is the field's name, or `<where>.<name>` if the name has several meanings: `where` is the name of the schema, the operation, or the
 * field that holds the object.
 */
export type FieldTable = Readonly<Record<string, FieldNote>>;

/** Gives the same notes to the fields of several schemas or operations. */
export const inEach = (wheres: readonly string[], notes: FieldTable): FieldTable =>
  Object.fromEntries(
    wheres.flatMap((where) => Object.entries(notes).map(([name, note]) => [`${where}.${name}`, note])),
  );
