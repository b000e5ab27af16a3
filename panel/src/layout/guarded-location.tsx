import {
  createContext,
  lazy,
  type ReactNode,
  Suspense,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { Router } from "wouter";
import { useBrowserLocation } from "wouter/use-browser-location";

const LeaveDialog = lazy(async () => ({ default: (await import("./leave-dialog.tsx")).LeaveDialog }));

interface Guard {
  /** Whether something would be lost. */
  isNeeded: boolean;
  /** Of the page that it is about. */
  address: string;
}

const context = createContext<Guard>({ isNeeded: false, address: "" });

type Navigate = ReturnType<typeof useBrowserLocation>[1];

/** The address, and ways to others; one that leaves unsaved changes behind asks first. */
export function GuardedRouter({ children }: { readonly children: ReactNode }) {
  const guard = useRef<Guard>({ isNeeded: false, address: "" });
  const [wanted, setWanted] = useState<() => void>();
  const hook = useMemo(() => guardedHook(guard.current, (go) => setWanted(() => go)), []);
  useBackGuard(guard.current, (go) => setWanted(() => go));
  const stay = () => setWanted(undefined);
  const leave = () => {
    guard.current.isNeeded = false;
    setWanted(undefined);
    wanted?.();
  };
  return (
    <context.Provider value={guard.current}>
      <Router hook={hook}>{children}</Router>
      {wanted && (
        <Suspense>
          <LeaveDialog onStay={stay} onLeave={leave} />
        </Suspense>
      )}
    </context.Provider>
  );
}

const guardedHook =
  (guard: Guard, ask: (go: () => void) => void): typeof useBrowserLocation =>
  () => {
    const [location, navigate] = useBrowserLocation();
    const guarded: Navigate = useCallback(
      (to, options) => {
        const go = () => navigate(to, options);
        if (guard.isNeeded && new URL(to, globalThis.location.href).pathname !== globalThis.location.pathname) ask(go);
        else go();
      },
      [navigate],
    );
    return [location, guarded];
  };

/** The browser's own way back: the address is put back until the answer is there. */
function useBackGuard(guard: Guard, ask: (go: () => void) => void): void {
  const latest = useRef(ask);
  useEffect(() => {
    latest.current = ask;
  });
  useEffect(() => {
    const onBack = (event: PopStateEvent) => {
      if (!guard.isNeeded || new URL(guard.address).pathname === location.pathname) return;
      // Before the router hears of it: the page stands, with what was changed on it.
      event.stopImmediatePropagation();
      history.pushState(null, "", guard.address);
      latest.current(() => history.back());
    };
    addEventListener("popstate", onBack, { capture: true });
    return () => removeEventListener("popstate", onBack, { capture: true });
  }, [guard]);
}

/** Asks before the page is left, in whatever way the browser lets it. */
export function useLeaveGuard(isNeeded: boolean): { readonly allowLeaving: () => void } {
  const guard = useContext(context);
  useEffect(() => {
    guard.isNeeded = isNeeded;
    guard.address = location.href;
    if (!isNeeded) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", warn);
    return () => {
      guard.isNeeded = false;
      removeEventListener("beforeunload", warn);
    };
  }, [guard, isNeeded]);
  return {
    allowLeaving: () => {
      guard.isNeeded = false;
    },
  };
}
