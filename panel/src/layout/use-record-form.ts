import { useState } from "react";
import { type Beginning, type Dated, useBegan } from "../api/changed-elsewhere.ts";
import { useLeaveGuard } from "./guarded-location.tsx";

/**
 * Serves a form whose fields keep their own values: holds the record that the form began with, counts the changes since, and asks before
 * the reader leaves unsaved changes.
 */
export function useRecordForm<T extends Dated>({ record, contentOf, onTaken }: Omit<Beginning<T>, "isEdited">) {
  const [changes, setChanges] = useState(0);
  const { began, setBegan, take, newer, turn } = useBegan<T>({
    ...{ record, isEdited: () => changes > 0 },
    ...(contentOf && { contentOf }),
    onTaken: (taken) => {
      setChanges(0);
      onTaken?.(taken);
    },
  });
  const { allowLeaving } = useLeaveGuard(changes > 0);
  return {
    ...{ began, take, newer, turn, changes },
    onChange: () => setChanges((before) => before + 1),
    /** `written` is the number of changes when the save began; later changes are still unsaved. */
    onSaved: (saved: T, written: number) => {
      setChanges((now) => (record && now !== written ? now : 0));
      if (record) setBegan(saved);
      else allowLeaving();
    },
  };
}
