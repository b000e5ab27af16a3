import { useQueryClient } from "@tanstack/react-query";
import { doneOf } from "../../api/client.ts";
import { useAction } from "../../api/use-action.ts";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { useToast } from "../../components/toast.tsx";
import { useMoveOn } from "../../layout/use-move-on.ts";
import type { EmailTemplate } from "./template-draft.ts";

interface DeleteTemplateProps {
  readonly template: EmailTemplate;
  readonly onClose: () => void;
}

/** Asks first, because the versions are deleted too and a new template would have another id. */
export function DeleteTemplate({ template: { id, name }, onClose }: DeleteTemplateProps) {
  const toast = useToast();
  const queryClient = useQueryClient();
  const moveOn = useMoveOn();
  const deletion = useAction({
    run: (_, { api }) => doneOf(api.DELETE("/api/v1/templates/{id}", { params: { path: { id } } })),
    onSuccess: () => {
      toast(`“${name}” is deleted.`);
      queryClient.removeQueries({ queryKey: ["email-templates", id] });
      moveOn("/email-templates", { replace: true });
    },
  });
  return (
    <ConfirmDialog
      title={`Delete “${name}”?`}
      verb="Delete the template"
      isBusy={deletion.isPending}
      error={deletion.error}
      onConfirm={() => deletion.mutate()}
      onClose={onClose}
    >
      <p>Programs that still send its id will be refused. What is queued keeps its text.</p>
    </ConfirmDialog>
  );
}
