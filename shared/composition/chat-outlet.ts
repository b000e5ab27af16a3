import { chatSendServices } from "../chat/wiring.ts";
import { chatOutlet } from "../conversations/chat-channel.ts";
import { conversations } from "../conversations/wiring.ts";
import { suppressions } from "../suppressions/wiring.ts";

export const deliveredChat = () =>
  chatOutlet({ ...chatSendServices(), conversations: conversations(), suppressions: suppressions() });
