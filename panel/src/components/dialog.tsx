import { type ReactNode, useEffect, useId, useRef } from "react";
import { createPortal } from "react-dom";
import { Button } from "./button.tsx";

interface DialogProps {
  readonly title: string;
  /** Called for every way out: Escape, the close button, the caller's own. */
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A modal of the platform: focus stays inside, Escape leaves, and the focus goes back to where it came from. */
export function Dialog({ title, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  // Outside the place that asks for it: whatever that says of its children's margins would move the dialog off the middle.
  return createPortal(
    <dialog ref={dialog} aria-labelledby={titleId} onCancel={onClose}>
      <header className="dialog-head">
        <h2 id={titleId}>{title}</h2>
        <Button look="quiet" icon="close" aria-label="Close" onClick={onClose} />
      </header>
      {children}
    </dialog>,
    document.body,
  );
}
