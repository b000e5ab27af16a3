/** Checks that a dependency works, and throws the cause when it does not. It ends within `timeoutMs`. */
export type DependencyCheck = (timeoutMs: number) => Promise<void>;
