import { textsOf } from "../../api/form.ts";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { TextField } from "../../components/field.tsx";
import { type ReplyRequest, replyOf } from "./reply-draft.ts";

interface PlaceDialogProps {
  readonly onSend: (body: ReplyRequest, text: string) => void;
  readonly onClose: () => void;
}

export const PlaceDialog = ({ onSend, onClose }: PlaceDialogProps) => (
  <Dialog title="Send a place" onClose={onClose}>
    <form
      className="form"
      onSubmit={(event) => {
        event.preventDefault();
        const texts = textsOf(event.currentTarget);
        onSend(replyOf({ type: "location", texts, mediaId: "" }), texts.location_name || "A place");
        onClose();
      }}
    >
      <div className="grid">
        <TextField
          name="latitude"
          label="Latitude"
          type="number"
          step="any"
          min={-90}
          max={90}
          required
          data-autofocus
        />
        <TextField name="longitude" label="Longitude" type="number" step="any" min={-180} max={180} required />
      </div>
      <TextField name="location_name" label="Name of the place" />
      <TextField name="address" label="Address" />
      <footer className="form-actions">
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" look="primary" icon="sent">
          Send the place
        </Button>
      </footer>
    </form>
  </Dialog>
);
