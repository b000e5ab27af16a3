export interface ThrottledSend {
  readonly chatAccountId: string;
  /** `customerKey()` makes this key from the customer. */
  readonly customerKey: string;
}

export interface ChatThrottle {
  /** It takes a place and returns 0, or returns how many milliseconds to wait; 0 also when the throttle has no answer within a second. */
  take(send: ThrottledSend): Promise<number>;
}
