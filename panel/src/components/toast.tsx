import { createContext, type ReactNode, useCallback, useContext, useRef, useState } from "react";
import { Button } from "./button.tsx";
import { Icon } from "./icon.tsx";

interface Toast {
  readonly id: number;
  readonly text: string;
}

const SHOWN_MS = 6000;
const MAX_SHOWN = 3;

const context = createContext<(text: string) => void>(() => {});

/** Says that something worked; goes away by itself. What failed is said where it failed, and stays. */
export const useToast = (): ((text: string) => void) => useContext(context);

export function ToastProvider({ children }: { readonly children: ReactNode }) {
  const [toasts, setToasts] = useState<readonly Toast[]>([]);
  const nextId = useRef(1);
  const remove = useCallback((id: number) => setToasts((shown) => shown.filter((toast) => toast.id !== id)), []);
  const show = useCallback(
    (text: string) => {
      const id = nextId.current++;
      // A text that comes again is shown once, and read out again.
      setToasts((shown) => [...shown.filter((toast) => toast.text !== text), { id, text }].slice(-MAX_SHOWN));
      setTimeout(() => remove(id), SHOWN_MS);
    },
    [remove],
  );
  return (
    <context.Provider value={show}>
      {children}
      <div className="toasts" role="status">
        {toasts.map(({ id, text }) => (
          <div key={id} className="toast">
            <Icon name="check" />
            <span>{text}</span>
            <Button look="quiet" icon="close" aria-label="Dismiss" onClick={() => remove(id)} />
          </div>
        ))}
      </div>
    </context.Provider>
  );
}
