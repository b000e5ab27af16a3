import { Dialog } from "../../components/dialog.tsx";
import { Details } from "./details.tsx";
import type { Conversation, Message } from "./message-text.ts";

interface DetailsDialogProps {
  readonly conversation: Conversation;
  readonly messages: readonly Message[];
  readonly onClose: () => void;
}

/** Shows the details where the screen has no room for a third pane. */
export const DetailsDialog = ({ conversation, messages, onClose }: DetailsDialogProps) => (
  <Dialog title="Customer" onClose={onClose}>
    <Details conversation={conversation} messages={messages} />
  </Dialog>
);
