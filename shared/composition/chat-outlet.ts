import { chatSendServices } from "../chat/wiring.ts";
import { chatOutlet } from "../conversations/chat-channel.ts";
import { conversations } from "../conversations/wiring.ts";

export const deliveredChat = () => chatOutlet({ ...chatSendServices(), conversations: conversations() });
