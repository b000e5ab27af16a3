import { Button } from "../components/button.tsx";
import { Dialog } from "../components/dialog.tsx";

interface LeaveDialogProps {
  readonly onStay: () => void;
  readonly onLeave: () => void;
}

export const LeaveDialog = ({ onStay, onLeave }: LeaveDialogProps) => (
  <Dialog title="Leave without saving?" onClose={onStay}>
    <p className="dialog-body">What you changed on this page is lost.</p>
    <div className="form-actions">
      <Button onClick={onStay}>Stay here</Button>
      <Button look="danger" onClick={onLeave}>
        Leave
      </Button>
    </div>
  </Dialog>
);
