import { SegmentedControl } from "@mantine/core";
import { useState } from "react";
import { Button } from "../../../components/button.tsx";
import { Dialog } from "../../../components/dialog.tsx";
import { QueryView } from "../../../components/query-view.tsx";
import { MailBody, VIEWS, type View } from "../mail-body.tsx";
import type { Starter } from "./starter.ts";
import { useStarterPreview } from "./use-starter-preview.ts";

const WIDTH = 760;

interface StarterDialogProps {
  readonly starter: Starter;
  readonly isBusy: boolean;
  readonly onUse: () => void;
  readonly onClose: () => void;
}

/** Shows the mail of a starter at full size, as each kind of client would. */
export function StarterDialog({ starter, isBusy, onUse, onClose }: StarterDialogProps) {
  const [view, setView] = useState<View>("desktop");
  const preview = useStarterPreview(starter, true);
  return (
    <Dialog title={starter.draft.name} size={WIDTH} onClose={onClose}>
      <div className="stack">
        <div className="row wrap">
          <SegmentedControl
            aria-label="Preview as"
            data={[...VIEWS]}
            value={view}
            onChange={(value) => setView(VIEWS.find((one) => one.value === value)?.value ?? "desktop")}
          />
        </div>
        <QueryView query={preview} what="the preview">
          {(shown) => (
            <>
              <dl className="kv">
                <dt>Subject</dt>
                <dd className="b">{shown.subject}</dd>
              </dl>
              <div className="stage starter-mail">
                <MailBody view={view} preview={shown} isHtml />
              </div>
            </>
          )}
        </QueryView>
        <div className="form-actions">
          <Button look="primary" isBusy={isBusy} onClick={onUse}>
            Use this one
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
