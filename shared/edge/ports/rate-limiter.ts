export interface RateLimiter {
  /**
   * Takes one token from the bucket of this key; false when it is empty. Fails open: when the shared store cannot be asked, the
   * request is allowed, since the limiter must not be what takes the service down.
   */
  take(key: string): Promise<boolean>;
}
