/** Loads a part of the code on first use and keeps it. If loading fails, the next use loads it again. */
export function lazy<T>(load: () => Promise<T>): () => Promise<T> {
  let loaded: Promise<T> | undefined;
  return () => {
    loaded ??= load().catch((error: unknown) => {
      loaded = undefined;
      throw error;
    });
    return loaded;
  };
}

type Method = (...call: never[]) => Promise<unknown>;
type MethodOf<Port> = { [Name in keyof Port]-?: NonNullable<Port[Name]> extends Method ? Name : never }[keyof Port];

interface Loaded {
  readonly [name: string]: ((...call: unknown[]) => Promise<unknown>) | undefined;
}

/**
 * Makes a port whose code is loaded by the first call of one of its methods. A method that the loaded port lacks
 * returns undefined.
 */
export function lazyPort<Port, Name extends MethodOf<Port>>(
  load: () => Promise<Port>,
  methods: readonly Name[],
): Required<Pick<Port, Name>>;
export function lazyPort(load: () => Promise<Loaded>, methods: readonly string[]): Loaded {
  const port = lazy(load);
  return Object.fromEntries(
    methods.map((name) => [name, async (...call: unknown[]) => (await port())[name]?.(...call)]),
  );
}
