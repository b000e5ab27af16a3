import { doneOf, type Schemas } from "../../api/client.ts";
import { useAction } from "../../api/use-action.ts";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { useToast } from "../../components/toast.tsx";

interface RevokeKeyDialogProps {
  readonly apiKey: Schemas["ApiKey"];
  readonly onClose: () => void;
}

export function RevokeKeyDialog({ apiKey: { id, name }, onClose }: RevokeKeyDialogProps) {
  const toast = useToast();
  const revoke = useAction({
    run: (_, { api }) => doneOf(api.DELETE("/panel/api/api-keys/{id}", { params: { path: { id } } })),
    onSuccess: () => {
      toast(`“${name}” is revoked.`);
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={`Revoke “${name}”?`}
      verb="Revoke the key"
      isBusy={revoke.isPending}
      error={revoke.error}
      onConfirm={() => revoke.mutate()}
      onClose={onClose}
    >
      <p>Programs that use this key are refused within 30 seconds, and it cannot be brought back.</p>
      <p>To replace it without an interruption, rotate it instead.</p>
    </ConfirmDialog>
  );
}
