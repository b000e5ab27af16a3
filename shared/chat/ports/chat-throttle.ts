export interface ThrottledSend {
  readonly chatAccountId: string;
  /** `customerKey()` makes this key from the customer. */
  readonly customerKey: string;
}

export interface ChatThrottle {
  /** Returns 0 if the message may be sent now, or else the milliseconds to wait; 0 also if the store does not answer within a second. */
  take(send: ThrottledSend): Promise<number>;
}
