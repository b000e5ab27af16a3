import { useQuery } from "@tanstack/react-query";
import type { FormEvent } from "react";
import { answerOf, type Schemas } from "../../api/client.ts";
import { textsOf } from "../../api/form.ts";
import { useAction } from "../../api/use-action.ts";
import { Button } from "../../components/button.tsx";
import { CopyButton } from "../../components/copy-button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { SelectField } from "../../components/field.tsx";
import { Notice } from "../../components/notice.tsx";
import { Problem } from "../../components/problem.tsx";
import { QueryView } from "../../components/query-view.tsx";
import { usePanel } from "../../session/session-context.tsx";

export type ShownEvent = Schemas["RecentEventPage"]["events"][number];

interface EventDialogProps {
  readonly event: ShownEvent;
  readonly onClose: () => void;
}

/** Shows the whole event as programs receive it. */
export const EventDialog = ({ event, onClose }: EventDialogProps) => (
  <Dialog title={event.type} size={680} onClose={onClose}>
    <WholeEvent event={event} />
  </Dialog>
);

/** Shows an event of which only the id is known. */
export function EventById({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const { api } = usePanel();
  const query = useQuery({
    queryKey: ["event", id],
    queryFn: () => answerOf(api.GET("/panel/api/events/{id}", { params: { path: { id } } })),
  });
  return (
    <Dialog title={query.data?.type ?? "Event"} size={680} onClose={onClose}>
      <QueryView query={query} what="the event">
        {(event) => <WholeEvent event={event} />}
      </QueryView>
    </Dialog>
  );
}

function WholeEvent({ event }: Pick<EventDialogProps, "event">) {
  const json = JSON.stringify(event, null, 2);
  return (
    <div className="dialog-body">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard */}
      <pre className="code wrap tall-text" tabIndex={0}>
        {json}
      </pre>
      <div className="actions">
        <CopyButton text={json} label="Copy the JSON" />
      </div>
      <SendAgain eventId={event.id} />
    </div>
  );
}

function SendAgain({ eventId }: { readonly eventId: string }) {
  const { api } = usePanel();
  const query = useQuery({ queryKey: ["webhooks"], queryFn: () => answerOf(api.GET("/api/v1/webhooks")) });
  const retry = useAction({
    run: (id: string, { api: keyed }) =>
      answerOf(
        keyed.POST("/api/v1/webhooks/{id}/deliveries/{event_id}/retry", {
          params: { path: { id, event_id: eventId } },
        }),
      ),
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    retry.mutate(textsOf(event.currentTarget).webhook ?? "");
  };
  if (query.isError) return <Problem title="Could not load the webhooks" error={query.error} />;
  if (query.data === undefined || query.data.length === 0) return null;
  return (
    <form className="form" onSubmit={submit}>
      <SelectField
        name="webhook"
        label="Send again to"
        options={query.data.map(optionOf)}
        hint="A webhook that was sent this event before. Others get it by a replay."
      />
      {retry.isError && <Problem title="Not sent again" error={retry.error} />}
      {retry.isSuccess && (
        <Notice kind="good">
          <p>It is sent again now.</p>
        </Notice>
      )}
      <div className="form-actions">
        <Button type="submit" isBusy={retry.isPending}>
          Send again
        </Button>
      </div>
    </form>
  );
}

const optionOf = ({ id, description, url }: Schemas["Webhook"]) => ({ value: id, label: description || url });
