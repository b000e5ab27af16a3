/** Returns the environment that a person would have: this process's, without settings of tests, AWS or Node, but with Node's compile cache. */
export const personsEnvironment = (): Record<string, string | undefined> =>
  Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(?:HERALD|AWS|VITEST|NODE_(?!COMPILE_CACHE))/.test(name)),
  );
