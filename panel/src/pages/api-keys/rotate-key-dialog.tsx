import { answerOf, type Schemas } from "../../api/client.ts";
import { useAction } from "../../api/use-action.ts";
import { RotateDialog } from "../../components/rotate-dialog.tsx";

interface RotateKeyDialogProps {
  readonly apiKey: Schemas["ApiKey"];
  readonly onRotated: (key: Schemas["NewApiKey"]) => void;
  readonly onClose: () => void;
}

export function RotateKeyDialog({ apiKey: { id, name }, onRotated, onClose }: RotateKeyDialogProps) {
  const rotation = useAction({
    run: (grace_seconds: number, { api }) =>
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
