type Asked = (...call: never[]) => Promise<unknown>;
type MethodOf<Port> = { [Name in keyof Port]-?: Port[Name] extends Asked ? Name : never }[keyof Port];

interface Answering {
  readonly [name: string]: (...call: unknown[]) => Promise<unknown>;
}

/**
 * Wraps methods of a port so that each is asked only once for the same arguments. What may change is remembered for one
 * request at most, which may see the state of one moment throughout. A failed call is asked again.
 */
export function remembered<Port, Name extends MethodOf<Port>>(port: Port, methods: readonly Name[]): Pick<Port, Name>;
export function remembered(port: Answering, methods: readonly string[]): Answering {
  return Object.fromEntries(methods.map((name) => [name, rememberedMethod((...call) => asked(port, name, call))]));
}

/** Calls the method with its port as `this`. */
async function asked(port: Answering, name: string, call: readonly unknown[]): Promise<unknown> {
  return port[name]?.(...call);
}

function rememberedMethod(ask: (...call: unknown[]) => Promise<unknown>): (...call: unknown[]) => Promise<unknown> {
  const answers = new Map<string, Promise<unknown>>();
  return (...call) => {
    const name = JSON.stringify(call);
    const known = answers.get(name);
    if (known !== undefined) return known;
    const answer = ask(...call).catch((error: unknown) => {
      answers.delete(name);
      throw error;
    });
    answers.set(name, answer);
    return answer;
  };
}
