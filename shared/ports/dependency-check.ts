/** Answers whether a dependency works; never throws, and is over within `timeoutMs`. */
export type DependencyCheck = (timeoutMs: number) => Promise<boolean>;
