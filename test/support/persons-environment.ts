/** Returns this process's environment as a person would have it: without settings of tests, AWS or Node, but with the cache of Node's compiler. */
export const personsEnvironment = (): Record<string, string | undefined> =>
  Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(?:HERALD|AWS|VITEST|NODE_(?!COMPILE_CACHE))/.test(name)),
  );
