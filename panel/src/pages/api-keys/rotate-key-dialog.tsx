import { useMutation } from "@tanstack/react-query";
import { answerOf, type Schemas } from "../../api/client.ts";
import { RotateDialog } from "../../components/rotate-dialog.tsx";
import { usePanel } from "../../session/session-context.tsx";

interface RotateKeyDialogProps {
  readonly apiKey: Schemas["ApiKey"];
  readonly onRotated: (key: Schemas["NewApiKey"]) => void;
  readonly onClose: () => void;
}

export function RotateKeyDialog({ apiKey: { id, name }, onRotated, onClose }: RotateKeyDialogProps) {
  const { api } = usePanel();
  const rotation = useMutation({
    mutationFn: (grace_seconds: number) =>
      answerOf(api.POST("/panel/api/api-keys/{id}/rotate", { params: { path: { id } }, body: { grace_seconds } })),
    onSuccess: onRotated,
  });
  return (
    <RotateDialog
      title={`Rotate “${name}”`}
      thing="key"
      advice="Put it into the program while the old one still works."
      graceLabel="The old key works"
      rotation={rotation}
      onClose={onClose}
    />
  );
}
