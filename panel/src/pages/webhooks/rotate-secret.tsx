import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { answerOf } from "../../api/client.ts";
import { textsOf } from "../../api/form.ts";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { SelectField } from "../../components/field.tsx";
import { Problem } from "../../components/problem.tsx";
import { usePanel } from "../../session/session-context.tsx";
import { GRACES } from "../api-keys/lifetimes.ts";
import { SecretDialog } from "./secret-dialog.tsx";
import type { Webhook } from "./webhook-draft.ts";

/** Asks how long the secret before goes on signing, then shows the new one. */
export function RotateSecret({ webhook }: { readonly webhook: Webhook }) {
  const [isAsked, setIsAsked] = useState(false);
  const [secret, setSecret] = useState<string>();
  const show = (made: string) => {
    setIsAsked(false);
    setSecret(made);
  };
  return (
    <section className="card row-between" aria-labelledby="secret">
      <div>
        <h2 id="secret">Secret</h2>
        <p className="quiet-text">Requests are signed with it. After a leak, or from time to time, make a new one.</p>
      </div>
      <Button onClick={() => setIsAsked(true)}>Rotate…</Button>
      {isAsked && <RotateDialog webhook={webhook} onRotated={show} onClose={() => setIsAsked(false)} />}
      {secret && <SecretDialog secret={secret} onClose={() => setSecret(undefined)} />}
    </section>
  );
}

interface RotateDialogProps {
  readonly webhook: Webhook;
  readonly onRotated: (secret: string) => void;
  readonly onClose: () => void;
}

function RotateDialog({ webhook: { id }, onRotated, onClose }: RotateDialogProps) {
  const { api } = usePanel();
  const rotate = useMutation({
    mutationFn: (grace_seconds: number) =>
      answerOf(api.POST("/api/v1/webhooks/{id}/rotate-secret", { params: { path: { id } }, body: { grace_seconds } })),
    onSuccess: ({ secret }) => onRotated(secret),
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    rotate.mutate(Number(textsOf(event.currentTarget).grace));
  };
  return (
    <Dialog title="Rotate the secret" onClose={onClose}>
      <form className="form" onSubmit={submit}>
        <p>You get a new secret. Put it into your program while both sign.</p>
        <SelectField name="grace" label="The old secret signs" options={GRACES} />
        {rotate.isError && <Problem error={rotate.error} />}
        <div className="form-actions">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" isBusy={rotate.isPending}>
            Make a new secret
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
