import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "wouter";
import { answerOf } from "../../api/client.ts";
import { Box } from "../../components/box.tsx";
import { Button } from "../../components/button.tsx";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { Problem } from "../../components/problem.tsx";
import { QueryView } from "../../components/query-view.tsx";
import { shownText } from "../../components/shown-text.ts";
import { Time } from "../../components/time.tsx";
import { useKeys } from "../../layout/shortcuts.ts";
import { usePanel } from "../../session/session-context.tsx";
import { ChatMessage } from "../notifications/chat-message.tsx";
import { MailMessage } from "../notifications/mail-message.tsx";
import { type Approval, changesOf, draftOf, titleOf } from "./approval.ts";
import { EditForm } from "./edit-form.tsx";
import { useDecisions } from "./use-approvals.ts";

interface OpenedProps {
  readonly approval: Approval;
  readonly onDecided: () => void;
}

/** Shows a message as its recipient will see it, with the decision about it. */
export function OpenedApproval({ approval, onDecided }: OpenedProps) {
  const { approve, decline } = useDecisions(approval, onDecided);
  const [open, setOpen] = useState<"edit" | "decline">();
  const draft = draftOf(approval);
  const isBusy = approve.isPending || decline.isPending;
  const edit = draft === undefined ? undefined : () => setOpen("edit");
  useKeys({
    a: open === undefined && !isBusy ? () => approve.mutate({}) : undefined,
    e: edit,
    d: () => setOpen("decline"),
  });
  return (
    <Box title={shownText(titleOf(approval))} aside={<Facts approval={approval} />}>
      <div className="pad stack">
        {open === "edit" && draft ? (
          <EditForm
            draft={draft}
            error={approve.error}
            isBusy={isBusy}
            onApprove={(after) => approve.mutate(changesOf(draft, after))}
            onClose={() => setOpen(undefined)}
          />
        ) : (
          <>
            {approve.isError && <Problem title="Not approved" error={approve.error} />}
            <div className="form-actions">
              <Button look="danger" disabled={isBusy} onClick={() => setOpen("decline")}>
                Decline
              </Button>
              {edit && (
                <Button icon="edit" disabled={isBusy} onClick={edit}>
                  Edit
                </Button>
              )}
              <Button look="primary" isBusy={isBusy} onClick={() => approve.mutate({})}>
                Approve
              </Button>
            </div>
            <Message id={approval.id} />
          </>
        )}
      </div>
      {open === "decline" && (
        <ConfirmDialog
          title="Decline it?"
          verb="Decline"
          isBusy={isBusy}
          error={decline.error}
          onConfirm={() => decline.mutate(undefined)}
          onClose={() => setOpen(undefined)}
        >
          <p>It is canceled and does not leave. Its sender sees your name as the reason.</p>
        </ConfirmDialog>
      )}
    </Box>
  );
}

const Facts = ({ approval: { id, expires_at: until, notification } }: { readonly approval: Approval }) => (
  <span className="t3 s">
    {notification.send_at && (
      <>
        Leaves <Time at={notification.send_at} />.{" "}
      </>
    )}
    Without a decision it is canceled <Time at={until} />.{" "}
    <Link className="link" to={`/notifications/${id}`}>
      The notification
    </Link>
  </span>
);

function Message({ id }: { readonly id: string }) {
  const { api } = usePanel();
  const query = useQuery({
    queryKey: ["approval-message", id],
    queryFn: () => answerOf(api.GET("/panel/api/notifications/{id}/message", { params: { path: { id } } })),
  });
  return (
    <QueryView query={query} what="the message">
      {(message) =>
        message.channel === "email" ? <MailMessage id={id} mail={message} /> : <ChatMessage message={message} />
      }
    </QueryView>
  );
}
