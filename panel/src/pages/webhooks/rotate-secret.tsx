import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { answerOf } from "../../api/client.ts";
import { useAction } from "../../api/use-action.ts";
import { Button } from "../../components/button.tsx";
import { RotateDialog } from "../../components/rotate-dialog.tsx";
import { SecretDialog } from "./secret-dialog.tsx";
import type { Webhook } from "./webhook-draft.ts";

/** Asks how long the old secret continues to sign, then shows the new secret. */
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
        <p className="t2">Requests are signed with it. After a leak, or from time to time, make a new one.</p>
      </div>
      <Button onClick={() => setIsAsked(true)}>Rotate…</Button>
      {isAsked && <RotateSecretDialog webhook={webhook} onRotated={show} onClose={() => setIsAsked(false)} />}
      {secret && <SecretDialog secret={secret} onClose={() => setSecret(undefined)} />}
    </section>
  );
}

interface RotateSecretDialogProps {
  readonly webhook: Webhook;
  readonly onRotated: (secret: string) => void;
  readonly onClose: () => void;
}

function RotateSecretDialog({ webhook: { id }, onRotated, onClose }: RotateSecretDialogProps) {
  const queryClient = useQueryClient();
  const rotation = useAction({
    run: (grace_seconds: number, { api }) =>
      answerOf(api.POST("/api/v1/webhooks/{id}/rotate-secret", { params: { path: { id } }, body: { grace_seconds } })),
    onSuccess: async ({ secret }) => {
      // The rotation gives the webhook another ETag, which the form beside it sends with its next save.
      await queryClient.invalidateQueries({ queryKey: ["webhooks", id], exact: true });
      onRotated(secret);
    },
  });
  return (
    <RotateDialog
      title="Rotate the secret"
      thing="secret"
      advice="Put it into your program while both sign."
      graceLabel="The old secret signs"
      rotation={rotation}
      onClose={onClose}
    />
  );
}
