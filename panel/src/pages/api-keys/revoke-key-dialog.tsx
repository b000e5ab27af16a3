import { useMutation } from "@tanstack/react-query";
import { doneOf, type Schemas } from "../../api/client.ts";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { useToast } from "../../components/toast.tsx";
import { usePanel } from "../../session/session-context.tsx";

interface RevokeKeyDialogProps {
  readonly apiKey: Schemas["ApiKey"];
  readonly onClose: () => void;
}

export function RevokeKeyDialog({ apiKey: { id, name }, onClose }: RevokeKeyDialogProps) {
  const { api } = usePanel();
  const toast = useToast();
  const revoke = useMutation({
    mutationFn: () => doneOf(api.DELETE("/panel/api/api-keys/{id}", { params: { path: { id } } })),
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
