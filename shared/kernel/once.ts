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
 * Builds a function's services while its file is loaded, so that the work is done in Lambda's init phase and not during
 * a request, and a missing setting fails the start. Outside Lambda it does nothing, so that a test can import a
 * function without an environment.
 */
export function buildInInitPhase(...services: readonly (() => unknown)[]): void {
  if (process.env.AWS_LAMBDA_FUNCTION_NAME === undefined) return;
  for (const build of services) build();
}
