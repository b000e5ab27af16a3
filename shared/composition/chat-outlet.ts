import { chatOutlet } from "../chat/chat-channel.ts";
import { chatSendServices } from "../chat/wiring.ts";
import { conversations } from "../conversations/wiring.ts";

export const deliveredChat = () => chatOutlet({ ...chatSendServices(), conversations: conversations() });
