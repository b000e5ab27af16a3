import { useParams } from "wouter";
import { EmptyState } from "../../components/empty-state.tsx";
import { InboxPane } from "./inbox-pane.tsx";
import { OpenedConversation } from "./opened-conversation.tsx";

/** The list beside the conversation that is open; a telephone shows one of the two. */
export function ConversationsPage() {
  const { id } = useParams<{ id?: string }>();
  return (
    <div className="inbox">
      <InboxPane {...(id !== undefined && { current: id })} />
      {id === undefined ? <NothingOpen /> : <OpenedConversation key={id} id={id} />}
    </div>
  );
}

const NothingOpen = () => (
  <div className="desk unopened">
    <EmptyState icon="chat" title="No conversation is open">
      Choose one of the list. Within 24 hours of a customer's last message you may answer freely.
    </EmptyState>
  </div>
);
