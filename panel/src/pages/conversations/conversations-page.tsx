import { Suspense } from "react";
import { useParams } from "wouter";
import { EmptyState } from "../../components/empty-state.tsx";
import { part } from "../../components/part.tsx";
import { InboxPane } from "./inbox-pane.tsx";

const OpenedConversation = part(async () => (await import("./opened-conversation.tsx")).OpenedConversation);

/** Shows the list beside the open conversation; a telephone shows one of the two. */
export function ConversationsPage() {
  const { id } = useParams<{ id?: string }>();
  return (
    <div className="inbox">
      <InboxPane {...(id !== undefined && { current: id })} />
      {id === undefined ? (
        <NothingOpen />
      ) : (
        <Suspense fallback={<div />}>
          <OpenedConversation key={id} id={id} />
        </Suspense>
      )}
    </div>
  );
}

const NothingOpen = () => (
  <div className="desk unopened">
    <EmptyState icon="chat" title="No conversation is open">
      Choose one from the list. Within 24 hours of a customer's last message you may answer freely.
    </EmptyState>
  </div>
);
