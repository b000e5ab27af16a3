import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { answerOf } from "../../api/client.ts";
import { shownText } from "../../components/shown-text.ts";
import { usePanel } from "../../session/session-context.tsx";
import { useNow } from "../../session/use-now.ts";
import {
  type Conversation,
  dateText,
  type Message,
  messageText,
  notificationOf,
  phoneText,
  shortTime,
} from "./message-text.ts";
import { Notes } from "./notes.tsx";
import { Tick } from "./tick.tsx";

interface DetailsProps {
  readonly conversation: Conversation;
  readonly messages: readonly Message[];
}

const SHOWN = 10;

/** Shows the customer, the notes and the notifications that were sent. */
export const Details = ({ conversation, messages }: DetailsProps) => (
  <>
    <Facts conversation={conversation} />
    <h3>Notes</h3>
    <Notes conversationId={conversation.id} />
    <Sent messages={messages} />
  </>
);

function Facts({ conversation }: Pick<DetailsProps, "conversation">) {
  const { api } = usePanel();
  const accounts = useQuery({
    queryKey: ["own-chat-accounts"],
    queryFn: () => answerOf(api.GET("/panel/api/chat-accounts")),
  });
  const { customer_name, chat_account_id: accountId, first_wrote_at: firstAt } = conversation;
  const name = shownText(customer_name);
  const account = accounts.data?.find(({ id }) => id === accountId)?.label;
  return (
    <dl className="kv">
      {name && (
        <>
          <dt>Name</dt>
          <dd dir="auto">{name}</dd>
        </>
      )}
      <dt>Number</dt>
      <dd className="num">{phoneText(conversation)}</dd>
      {account && (
        <>
          <dt>Writes to</dt>
          <dd>{account}</dd>
        </>
      )}
      {firstAt && (
        <>
          <dt>First wrote</dt>
          <dd>{dateText(firstAt)}</dd>
        </>
      )}
    </dl>
  );
}

const nameOf = ({ payload, ...message }: Message): string =>
  typeof payload.name === "string" ? payload.name : messageText({ payload, ...message });

/** Lists templates only; all other messages are in the conversation itself. */
function Sent({ messages }: Pick<DetailsProps, "messages">) {
  const sent = messages.filter(({ message_type: type, direction }) => type === "template" && direction === "outbound");
  const now = useNow();
  if (sent.length === 0) return null;
  return (
    <>
      <h3>Notifications sent</h3>
      <ul>
        {sent
          .slice(-SHOWN)
          .toReversed()
          .map((message) => (
            <li key={message.id}>
              <Link className="row sent" to={`/notifications/${notificationOf(message) || message.id}`}>
                {message.status && <Tick state={message.status} />}
                <span className="grow cut">{nameOf(message)}</span>
                <span className="s t3 num">{shortTime(message.occurred_at, now)}</span>
              </Link>
            </li>
          ))}
      </ul>
    </>
  );
}
