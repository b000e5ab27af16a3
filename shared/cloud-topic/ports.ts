import type { TopicMessage } from "./domain/topic-message.ts";

/** The topic service could not be reached; another try may work. */
export class TopicServiceUnavailableError extends Error {
  override readonly name = "TopicServiceUnavailableError";
}

export interface TopicService {
  /** `isSigned` is true when the topic service signed the message. It throws TopicServiceUnavailableError when the certificate cannot be read now. */
  isSigned(message: TopicMessage): Promise<boolean>;
  /** Confirms a subscription by a GET of `url`. Throws TopicServiceUnavailableError when the answer is not 200. */
  confirm(url: string): Promise<void>;
}
