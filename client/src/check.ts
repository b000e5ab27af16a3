/** The path to a wrong value, such as `.messages[2].status`; empty for the answer as a whole. */
export interface Place {
  path: string;
}

/** Checks a value against its description. If it is wrong, the path of the fault is put into `at`. Unknown fields are accepted. */
export type Check<T> = (value: unknown, at: Place) => value is T;

export type Checked<C> = C extends Check<infer T> ? T : never;
type Checks = Readonly<Record<string, Check<unknown>>>;
type Named<R extends Checks> = { [Name in keyof R]: Checked<R[Name]> };
type Optional<O extends Checks> = { [Name in keyof O]?: Checked<O[Name]> };

export const string: Check<string> = (value): value is string => typeof value === "string";
export const boolean: Check<boolean> = (value): value is boolean => typeof value === "boolean";
export const integer: Check<number> = (value): value is number => Number.isInteger(value);

/** Checks that a value is one of the given texts. */
export const oneOf =
  <const Word extends string>(...allowed: readonly Word[]): Check<Word> =>
  (value): value is Word =>
    allowed.some((one) => one === value);

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Checks that a value is an object, whatever its names. */
export const record: Check<Record<string, unknown>> = (value): value is Record<string, unknown> => isRecord(value);

/** Accepts an object with any names whose values all pass the check. */
export const map =
  <T>(value: Check<T>): Check<Record<string, T>> =>
  (given, at): given is Record<string, T> =>
    isRecord(given) && Object.entries(given).every(([name, one]) => passes(value, one, at, `.${name}`));

function passes(check: Check<unknown>, value: unknown, at: Place, step: string): boolean {
  if (check(value, at)) return true;
  at.path = step + at.path;
  return false;
}

export const array =
  <T>(item: Check<T>): Check<T[]> =>
  (value, at): value is T[] =>
    Array.isArray(value) && value.every((one, index) => passes(item, one, at, `[${index}]`));

/** Accepts a value that passes one of the checks. If it passes none, the fault of the last check is named. */
export const anyOf =
  <const All extends readonly Check<unknown>[]>(...checks: All): Check<Checked<All[number]>> =>
  (value, at): value is Checked<All[number]> =>
    checks.some((check) => {
      at.path = "";
      return check(value, at);
    });

export const object =
  <R extends Checks, O extends Checks>(required: R, optional: O): Check<Named<R> & Optional<O>> =>
  (value, at): value is Named<R> & Optional<O> =>
    isRecord(value) &&
    Object.entries(required).every(([name, check]) => passes(check, value[name], at, `.${name}`)) &&
    Object.entries(optional).every(
      ([name, check]) => value[name] === undefined || passes(check, value[name], at, `.${name}`),
    );
