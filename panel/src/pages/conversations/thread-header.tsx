import { ActionIcon } from "@mantine/core";
import { Suspense, useEffect, useRef, useState } from "react";
import { Link, useSearch } from "wouter";
import { Button } from "../../components/button.tsx";
import { Icon } from "../../components/icon.tsx";
import { part } from "../../components/part.tsx";
import { Problem } from "../../components/problem.tsx";
import { useToast } from "../../components/toast.tsx";
import { takeFocus } from "../../components/use-focus-back.ts";
import { type Conversation, customerTitle } from "./message-text.ts";
import { useMarks } from "./use-conversations.ts";
import type { History } from "./use-history.ts";
import { WindowState } from "./window-ring.tsx";

const DetailsDialog = part(async () => (await import("./details-dialog.tsx")).DetailsDialog);

/** On wide screens the composer takes the focus; on narrow ones that would open a keyboard over the messages. */
const NARROW = "(max-width: 48em)";

interface ThreadHeaderProps {
  readonly conversation: Conversation;
  readonly history: History;
}

export function ThreadHeader({ conversation, history }: ThreadHeaderProps) {
  const [isAbout, setIsAbout] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const search = useSearch();
  useEffect(() => {
    if (matchMedia(NARROW).matches) takeFocus(heading.current);
  }, []);
  const { service_window_expires_at: expiresAt } = history.newest.data ?? conversation;
  return (
    <header className="bar">
      <ActionIcon
        component={Link}
        href={`/conversations${search && `?${search}`}`}
        className="phone"
        aria-label="Back to Conversations"
      >
        <Icon name="back" size={20} />
      </ActionIcon>
      <div className="who">
        <h1 ref={heading} tabIndex={-1} className="cut" dir="auto" title={customerTitle(conversation)}>
          {customerTitle(conversation)}
        </h1>
        <WindowState expiresAt={expiresAt} />
      </div>
      <span className="grow" />
      <span className="narrow">
        <Button icon="people" aria-label="About the customer" onClick={() => setIsAbout(true)} />
      </span>
      <DoneButton conversation={conversation} newest={history.messages.at(-1)?.id} />
      {isAbout && (
        <Suspense>
          <DetailsDialog {...{ conversation }} messages={history.messages} onClose={() => setIsAbout(false)} />
        </Suspense>
      )}
    </header>
  );
}

interface DoneButtonProps {
  readonly conversation: Conversation;
  readonly newest: string | undefined;
}

/** Marks the conversation as done; a new message of the customer brings it back. */
function DoneButton({ conversation: { id, is_done: isDone }, newest }: DoneButtonProps) {
  const marks = useMarks(id);
  const toast = useToast();
  // These functions await promises instead of passing callbacks, as the answer or an Undo may come after another conversation was opened.
  const open = () => marks.mutateAsync({ is_done: false });
  const reopen = async () => {
    await open();
    toast("Opened again", { undo: finish });
  };
  const finish = async () => {
    const answer = await marks.mutateAsync({
      is_done: true,
      ...(newest !== undefined && { read_up_to: newest }),
    });
    if (answer.is_done) toast("Marked as done", { undo: open });
    else toast("The customer has just written again");
  };
  const change = () => (isDone ? reopen() : finish()).catch(() => undefined);
  return (
    <>
      {marks.isError && <Problem title="Not marked" error={marks.error} />}
      <Button isSmall isTerse icon={isDone ? "undo" : "check"} isBusy={marks.isPending} onClick={() => void change()}>
        {isDone ? "Reopen" : "Done"}
      </Button>
    </>
  );
}
