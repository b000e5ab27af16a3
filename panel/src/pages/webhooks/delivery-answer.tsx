import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import type { WebhookDelivery } from "./webhook-draft.ts";

/** Shows the receiver's answer or the reason why there is none; a button opens the beginning of the body. */
export function DeliveryAnswer({ delivery: { status_code, body, error } }: { readonly delivery: WebhookDelivery }) {
  const [isOpen, setIsOpen] = useState(false);
  if (error) return <span className="whole-words">{error}</span>;
  if (!body) return status_code ?? "–";
  return (
    <>
      <Button isSmall aria-label={`Show the answer ${status_code}`} onClick={() => setIsOpen(true)}>
        {status_code}
      </Button>
      {isOpen && (
        <Dialog title={`Answer ${status_code}`} onClose={() => setIsOpen(false)}>
          <pre className="code wrap">{body}</pre>
        </Dialog>
      )}
    </>
  );
}
