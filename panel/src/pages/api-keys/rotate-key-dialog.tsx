import { useMutation } from "@tanstack/react-query";
import type { FormEvent } from "react";
import { answerOf, type Schemas } from "../../api/client.ts";
import { textsOf } from "../../api/form.ts";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { SelectField } from "../../components/field.tsx";
import { Problem } from "../../components/problem.tsx";
import { usePanel } from "../../session/session-context.tsx";
import { GRACES } from "./lifetimes.ts";

interface RotateKeyDialogProps {
  readonly apiKey: Schemas["ApiKey"];
  readonly onRotated: (key: Schemas["NewApiKey"]) => void;
  readonly onClose: () => void;
}

export function RotateKeyDialog({ apiKey: { id, name }, onRotated, onClose }: RotateKeyDialogProps) {
  const { api } = usePanel();
  const rotate = useMutation({
    mutationFn: (grace_seconds: number) =>
      answerOf(api.POST("/panel/api/api-keys/{id}/rotate", { params: { path: { id } }, body: { grace_seconds } })),
    onSuccess: onRotated,
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    rotate.mutate(Number(textsOf(event.currentTarget).grace));
  };
  return (
    <Dialog title={`Rotate “${name}”`} onClose={onClose}>
      <form className="form" onSubmit={submit}>
        <p>You get a new key. Put it into the program while the old one still works.</p>
        <SelectField name="grace" label="The old key works" options={GRACES} />
        {rotate.isError && <Problem error={rotate.error} />}
        <div className="form-actions">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" isBusy={rotate.isPending}>
            Make a new key
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
