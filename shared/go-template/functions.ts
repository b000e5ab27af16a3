import { compare, isEqualToAny } from "./compare.ts";
import { CallError } from "./errors.ts";
import { htmlEscape, jsEscape, urlQueryEscape } from "./escapers.ts";
import { sprint, sprintf, sprintln } from "./format/printf.ts";
import type { Meter } from "./limits.ts";
import { indexValue, lengthOf, sliceValue } from "./sequences.ts";
import { isTrue, typeName, type Value } from "./values.ts";

type Run = (meter: Meter, args: readonly Value[]) => Value;

/** A function that a template may call. */
export interface Builtin {
  readonly name: string;
  /** The number of operands that it needs. With `isVariadic` it takes more. */
  readonly needs: number;
  readonly isVariadic: boolean;
  /** The first operand has to be a string, whatever the others are. */
  readonly takesString: boolean;
  /** The function accepts a name that the data lacks, which then does not count as missing. */
  readonly takesAbsent: boolean;
  /** The function chooses, compares or counts, so its result does not show that an operand is absent. */
  readonly hidesAbsent: boolean;
  /** The function tells a null of the data from an absent value. */
  readonly seesNull: boolean;
  /**
   * The executor handles these functions itself: `and` and `or` stop early, and `call` names its operand in its
   * message.
   */
  readonly special: "and" | "or" | "call" | undefined;
  readonly run: Run;
}

export function fixed(name: string, needs: number, run: Run): Builtin {
  return {
    name,
    needs,
    isVariadic: false,
    takesString: false,
    takesAbsent: false,
    hidesAbsent: false,
    seesNull: false,
    special: undefined,
    run,
  };
}

export function variadic(name: string, needs: number, run: Run): Builtin {
  return {
    name,
    needs,
    isVariadic: true,
    takesString: false,
    takesAbsent: false,
    hidesAbsent: false,
    seesNull: false,
    special: undefined,
    run,
  };
}

/**
 * Returns a single string unchanged and writes anything else as `print` does. A missing value is written as `<no
 * value>`.
 */
function textOf(meter: Meter, args: readonly Value[]): string {
  const [first] = args;
  if (args.length === 1 && typeof first === "string") return first;
  return sprint(
    meter,
    args.map((arg) => arg ?? "<no value>"),
  );
}

function two(test: (meter: Meter, a: Value, b: Value) => boolean): Run {
  return (meter, [a, b]) => test(meter, a, b);
}

const hiding = (builtin: Builtin): Builtin => ({ ...builtin, hidesAbsent: true });

const BUILTINS: readonly Builtin[] = [
  { ...hiding(variadic("and", 1, () => undefined)), special: "and" },
  { ...hiding(variadic("or", 1, () => undefined)), special: "or" },
  { ...variadic("call", 1, () => undefined), special: "call" },
  hiding(fixed("not", 1, (_, [value]) => !isTrue(value))),
  { ...fixed("len", 1, (meter, [value]) => lengthOf(meter, value)), seesNull: true },
  { ...variadic("index", 1, indexValue), takesAbsent: true },
  variadic("slice", 1, sliceValue),
  variadic("print", 0, sprint),
  variadic("println", 0, sprintln),
  {
    ...variadic("printf", 1, (meter, [format, ...args]) =>
      sprintf(meter, typeof format === "string" ? format : "", args),
    ),
    takesString: true,
  },
  variadic("html", 0, (meter, args) => htmlEscape(meter, textOf(meter, args))),
  variadic("js", 0, (meter, args) => jsEscape(meter, textOf(meter, args))),
  variadic("urlquery", 0, (meter, args) => urlQueryEscape(meter, textOf(meter, args))),
  hiding(variadic("eq", 1, (meter, args) => isEqualToAny(meter, args))),
  hiding(fixed("ne", 2, (meter, args) => !isEqualToAny(meter, args))),
  fixed(
    "lt",
    2,
    two((meter, a, b) => compare(meter, a, b) < 0),
  ),
  fixed(
    "le",
    2,
    two((meter, a, b) => compare(meter, a, b) <= 0),
  ),
  fixed(
    "gt",
    2,
    two((meter, a, b) => compare(meter, a, b) > 0),
  ),
  fixed(
    "ge",
    2,
    two((meter, a, b) => compare(meter, a, b) >= 0),
  ),
];

/** The functions that every template has. */
export const builtinFunctions: ReadonlyMap<string, Builtin> = new Map(BUILTINS.map((each) => [each.name, each]));

/** Makes the error of `call`: no value of a template is a function. A callee from a pipeline is named by its value. */
export function callFailure(value: Value, name: string, isOfPipeline: boolean): CallError {
  if (value === undefined) return new CallError("call of nil");
  const type = `of type ${typeName(value)}`;
  return new CallError(`non-function ${name} ${type}`, `non-function ${isOfPipeline ? "" : `${name} `}${type}`);
}
