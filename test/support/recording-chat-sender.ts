import type { ChatSender, ChatSendOutcome, OutgoingMessage } from "../../shared/chat/ports/chat-sender.ts";

export interface RecordingChatSender extends ChatSender {
  readonly sent: OutgoingMessage[];
}

/** A double of the chat sender that records its messages, and accepts each unless a test gives another outcome. */
export function recordingChatSender(
  answer: (message: OutgoingMessage) => ChatSendOutcome | Promise<ChatSendOutcome> = (message) => ({
    kind: "accepted",
    cloudMessageId: `cloud-${message.callbackId}`,
  }),
): RecordingChatSender {
  const sent: OutgoingMessage[] = [];
  return {
    sent,
    async send(message) {
      sent.push(message);
      return answer(message);
    },
  };
}
