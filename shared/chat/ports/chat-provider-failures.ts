/** The provider, or the platform behind it, refused; the message is the provider's error. */
export class ChatProviderRefusedError extends Error {
  override readonly name = "ChatProviderRefusedError";
}

/** The provider did not answer, answered with a failure, or gave an answer that only the operator can mend. */
export class ChatProviderUnavailableError extends Error {
  override readonly name = "ChatProviderUnavailableError";
  /** `isCertain` is true when nothing was done, because the request was turned away before it began. */
  readonly isCertain: boolean;

  constructor(message: string, options: ErrorOptions & { readonly isCertain: boolean }) {
    super(message, options);
    this.isCertain = options.isCertain;
  }
}
