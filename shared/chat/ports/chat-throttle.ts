export interface ThrottledSend {
  readonly chatAccountId: string;
  /** `customerKey()` makes it. */
  readonly customerKey: string;
}

export interface ChatThrottle {
  /** It answers 0 and takes a place, or how many milliseconds to wait. When it has no answer in a second, it lets the message pass. */
  take(send: ThrottledSend): Promise<number>;
}
