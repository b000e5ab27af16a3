import { type ReactNode, Suspense, useState } from "react";
import { part } from "../../components/part.tsx";
import type { Described } from "./outcome.ts";
import { SheetActions } from "./sheet-actions.tsx";
import { useSenderActions } from "./use-sender-actions.ts";

const AddressDialog = part(async () => (await import("./address-dialog.tsx")).AddressDialog);

interface NotificationActionsProps {
  readonly one: Described;
  readonly children: (onOtherAddress: () => void) => ReactNode;
}

/** Shows the actions, and the dialog that both they and the timeline can open. */
export function NotificationActions({ one, children }: NotificationActionsProps) {
  const actions = useSenderActions(one);
  const [isAsking, setIsAsking] = useState(false);
  const ask = () => setIsAsking(true);
  return (
    <>
      <div className="sheet-actions">
        <SheetActions one={one} actions={actions} onOtherAddress={ask} />
      </div>
      {children(ask)}
      {isAsking && (
        <Suspense>
          <AddressDialog resend={actions.resend} onClose={() => setIsAsking(false)} />
        </Suspense>
      )}
    </>
  );
}
