import { fieldErrorsOf } from "../../api/field-errors.ts";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { TextField } from "../../components/field.tsx";
import { Problem } from "../../components/problem.tsx";
import type { SenderActions } from "./use-sender-actions.ts";

interface AddressDialogProps {
  readonly resend: SenderActions["resend"];
  readonly onClose: () => void;
}

const LABEL = "Address";

/** Sends the same mail to another address only. */
export function AddressDialog({ resend, onClose }: AddressDialogProps) {
  const problem = fieldErrorsOf(resend.error)("recipient", LABEL);
  const send = (form: FormData) => {
    const recipient = String(form.get("recipient") ?? "").trim();
    resend.mutate({ recipient }, { onSuccess: onClose });
  };
  return (
    <Dialog title="Send again to another address" onClose={onClose}>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          send(new FormData(event.currentTarget));
        }}
      >
        <TextField
          label={LABEL}
          name="recipient"
          type="email"
          required
          data-autofocus
          error={problem}
          hint="The same mail goes to this address alone, without its copies."
        />
        {resend.isError && problem === undefined && <Problem title="Not sent again" error={resend.error} />}
        <footer className="form-actions">
          <Button onClick={onClose}>Close</Button>
          <Button type="submit" look="primary" isBusy={resend.isPending}>
            Send
          </Button>
        </footer>
      </form>
    </Dialog>
  );
}
