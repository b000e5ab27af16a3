/** The provider, or the platform behind it, says no; the message is the provider's error. */
export class ChatProviderRefusedError extends Error {
  override readonly name = "ChatProviderRefusedError";
}

/** No answer, an answer of failure, or an answer that is the operator's to mend. */
export class ChatProviderUnavailableError extends Error {
  override readonly name = "ChatProviderUnavailableError";
  /** Nothing has been done: what was asked for was turned away before it was begun. */
  readonly isCertain: boolean;

  constructor(message: string, options: ErrorOptions & { readonly isCertain: boolean }) {
    super(message, options);
    this.isCertain = options.isCertain;
  }
}
