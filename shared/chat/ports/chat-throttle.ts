export interface ThrottledSend {
  readonly chatAccountId: string;
  /** `customerKey()`. */
  readonly customerKey: string;
}

export interface ChatThrottle {
  /**
   * Milliseconds until the platform's pace allows this message; 0 takes one of the places and means: send now. A throttle that
   * cannot be asked within a second lets pass: the platform has limits of its own.
   */
  take(send: ThrottledSend): Promise<number>;
}
