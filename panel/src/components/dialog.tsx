import { Modal } from "@mantine/core";
import type { ReactNode } from "react";
import { useFocusBack } from "./use-focus-back.ts";

interface DialogProps {
  readonly title: string;
  /** Called however the dialog is left: by Escape, by the close button or by the caller. */
  readonly onClose: () => void;
  readonly size?: number;
  readonly children: ReactNode;
}

/** Keeps the focus inside, closes on Escape, and then returns the focus to where it was. */
export function Dialog({ title, onClose, size = 520, children }: DialogProps) {
  // Mantine returns the focus only when a dialog closes before it is unmounted, but the panel unmounts its dialogs at once.
  useFocusBack();
  return (
    <Modal opened title={title} onClose={onClose} size={size} closeButtonProps={{ "aria-label": "Close" }}>
      {children}
    </Modal>
  );
}
