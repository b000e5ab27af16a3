import { useState } from "react";
import { type Beginning, type Dated, useBegan } from "../api/changed-elsewhere.ts";
import { useLeaveGuard } from "./guarded-location.tsx";

/** A form whose fields keep their own values: the record that it began with, and how many changes were typed since. Leaving it with some asks. */
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
    /** `written`: so many changes had been typed when the save began. What came after them is not saved. */
    onSaved: (saved: T, written: number) => {
      setChanges((now) => (record && now !== written ? now : 0));
      if (record) setBegan(saved);
      else allowLeaving();
    },
  };
}
