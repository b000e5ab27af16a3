import type { FormEvent } from "react";
import { answerOf } from "../../api/client.ts";
import { textsOf } from "../../api/form.ts";
import { useAction } from "../../api/use-action.ts";
import { Button } from "../../components/button.tsx";
import { TextField } from "../../components/field.tsx";
import { Problem } from "../../components/problem.tsx";
import { useToast } from "../../components/toast.tsx";
import { momentOf, type Webhook } from "./webhook-draft.ts";

export function ReplayCard({ webhook: { id } }: { readonly webhook: Webhook }) {
  const toast = useToast();
  const replay = useAction({
    run: (since: string, { api }) =>
      answerOf(api.POST("/api/v1/webhooks/{id}/replay", { params: { path: { id } }, body: { since } })),
    onSuccess: () => toast("The replay has begun."),
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    replay.mutate(momentOf(textsOf(event.currentTarget).since) ?? "");
  };
  return (
    <form className="card form" onSubmit={submit} aria-labelledby="replay">
      <h2 id="replay">Replay</h2>
      <p className="t2">
        Sends again what the feed still has of this webhook's events since a time: after an outage of your program, or
        for what happened while it was disabled.
      </p>
      <TextField name="since" type="datetime-local" label="Since" required />
      {replay.isError && <Problem error={replay.error} />}
      <div className="form-actions">
        <Button type="submit" isBusy={replay.isPending}>
          Send again
        </Button>
      </div>
    </form>
  );
}
