/**
 * Builds a value on first use and keeps it for the life of the process. Inside Lambda it builds at once, so that the work falls in
 * the init phase and not in a caller's request; elsewhere it waits, so that a test may import a function without an environment.
 */
export function once<T>(build: () => T): () => T {
  let built: { readonly value: T } | undefined;
  const get = (): T => {
    built ??= { value: build() };
    return built.value;
  };
  if (process.env.AWS_LAMBDA_FUNCTION_NAME) get();
  return get;
}
