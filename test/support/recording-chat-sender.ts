import type { ChatSender, ChatSendOutcome, OutgoingMessage } from "../../shared/chat/ports/chat-sender.ts";

export interface RecordingChatSender extends ChatSender {
  readonly sent: OutgoingMessage[];
}

/** It keeps its messages, and accepts everything unless given another answer. */
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
