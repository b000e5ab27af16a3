import {
  createContext,
  type ReactNode,
  Suspense,
  useCallback,
  useContext,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { Router } from "wouter";
import { useBrowserLocation } from "wouter/use-browser-location";
import { part } from "../components/part.tsx";
import { inTestMode } from "../session/mode.ts";
import { usePanel } from "../session/session-context.tsx";

const loadLeaveDialog = async () => (await import("./leave-dialog.tsx")).LeaveDialog;
const LeaveDialog = part(loadLeaveDialog);

interface Guard {
  /** True when leaving the page would lose unsaved input. */
  isNeeded: boolean;
  /** The address of the guarded page. */
  address: string;
  /** The key of the page in the history, where the browser has the Navigation API. */
  place: string | undefined;
  /** Goes to the page that the reader wanted; set while the history returns to the guarded page. */
  after: (() => void) | undefined;
  /** Asks before it goes on. */
  ask: Ask;
}

const newGuard = (): Guard => ({ isNeeded: false, address: "", place: undefined, after: undefined, ask: (go) => go() });

const context = createContext<Guard>(newGuard());

type Navigate = ReturnType<typeof useBrowserLocation>[1];
type Ask = (go: () => void) => void;

/** Routes by the address, and asks first when a move would lose unsaved changes. */
export function GuardedRouter({ children }: { readonly children: ReactNode }) {
  const guard = useRef(newGuard());
  const [wanted, setWanted] = useState<() => void>();
  const ask = useCallback<Ask>((go) => setWanted(() => go), []);
  const hook = useMemo(() => guardedHook(guard.current, ask), [ask]);
  useBackGuard(guard.current, ask);
  guard.current.ask = ask;
  const { mode } = usePanel();
  const stay = () => setWanted(undefined);
  const leave = () => {
    guard.current.isNeeded = false;
    setWanted(undefined);
    wanted?.();
  };
  return (
    <context.Provider value={guard.current}>
      {/* A link of test mode also opens in test mode when it is opened in another tab. */}
      <Router hook={hook} {...(mode === "test" && { hrefs: inTestMode })}>
        {children}
      </Router>
      {wanted && (
        <Suspense>
          <LeaveDialog onStay={stay} onLeave={leave} />
        </Suspense>
      )}
    </context.Provider>
  );
}

const pathOf = ({ address }: Guard): string => new URL(address).pathname;

const guardedHook =
  (guard: Guard, ask: Ask): typeof useBrowserLocation =>
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
    return [guard.after ? pathOf(guard) : location, guarded];
  };

const placeNow = (): string | undefined => globalThis.navigation?.currentEntry?.key;

const goTo = (place: string) => {
  // The browser rejects these promises when a newer move replaces this one, which is harmless.
  const { committed, finished } = navigation.traverseTo(place);
  for (const step of [committed, finished]) step?.catch(() => {});
};

/** After the browser's back or forward button, the history first returns to the page; then the question is asked. */
function useBackGuard(guard: Guard, ask: Ask): void {
  // This layout effect listens before the router does, and listeners of a window are called in order.
  useLayoutEffect(() => {
    const onMove = (event: PopStateEvent) => {
      if (!guard.isNeeded) return;
      if (pathOf(guard) === location.pathname) onReturn(guard, ask);
      else {
        // The router must not see the move, so that the page with its changes stays.
        event.stopImmediatePropagation();
        turnBack(guard, ask);
      }
    };
    addEventListener("popstate", onMove);
    return () => removeEventListener("popstate", onMove);
  }, [guard, ask]);
}

function onReturn(guard: Guard, ask: Ask): void {
  const { after } = guard;
  guard.place = placeNow();
  guard.after = undefined;
  if (after) ask(after);
}

function turnBack(guard: Guard, ask: Ask): void {
  const wanted = placeNow();
  if (guard.place !== undefined && wanted !== undefined) {
    guard.after = () => goTo(wanted);
    goTo(guard.place);
    return;
  }
  // Without the Navigation API, the page is pushed again after the one that the reader wanted.
  history.pushState(null, "", guard.address);
  ask(() => history.back());
}

/** Asks before the reader leaves the page, however that happens. */
export function useLeaveGuard(isNeeded: boolean): { readonly allowLeaving: () => void } {
  const guard = useContext(context);
  const isOpen = useRef(false);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);
  useEffect(() => {
    guard.isNeeded = isNeeded;
    guard.address = location.href;
    guard.place = placeNow();
    if (!isNeeded) return;
    // The dialog is loaded early, so that it can be shown even when the network is gone.
    void loadLeaveDialog().catch(() => {});
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", warn);
    return () => {
      guard.isNeeded = false;
      removeEventListener("beforeunload", warn);
    };
  }, [guard, isNeeded]);
  return {
    allowLeaving: () => {
      // Once this page is closed, the guard belongs to another page.
      if (isOpen.current) guard.isNeeded = false;
    },
  };
}

/** Returns a function that goes on, after a question when that would lose unsaved changes. */
export function useGuarded(): (go: () => void) => void {
  const guard = useContext(context);
  return useCallback((go) => (guard.isNeeded ? guard.ask(go) : go()), [guard]);
}

/** Returns a function that says whether leaving the page would lose something. */
export function useHasUnsaved(): () => boolean {
  const guard = useContext(context);
  return useCallback(() => guard.isNeeded, [guard]);
}
