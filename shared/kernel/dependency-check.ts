/** Throws with the cause when a dependency does not work; over within `timeoutMs`. */
export type DependencyCheck = (timeoutMs: number) => Promise<void>;
