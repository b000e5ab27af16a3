/**
 * Builds a value on first use and keeps it for the life of the process. A wiring file marks each call with `@__PURE__`, so that a bundle
 * leaves out what its function does not use, and the adapters behind it.
 */
export function once<T>(build: () => T): () => T {
  let built: { readonly value: T } | undefined;
  return () => {
    built ??= { value: build() };
    return built.value;
  };
}

/**
 * Inside Lambda, builds what a function uses while its file is loaded: the work falls in the init phase and not in a caller's request,
 * and a missing setting fails the start. Elsewhere nothing happens, so that a test may import a function without an environment.
 */
export function buildInInitPhase(...services: readonly (() => unknown)[]): void {
  if (process.env.AWS_LAMBDA_FUNCTION_NAME === undefined) return;
  for (const build of services) build();
}
