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

const loadLeaveDialog = async () => (await import("./leave-dialog.tsx")).LeaveDialog;
const LeaveDialog = part(loadLeaveDialog);

interface Guard {
  /** Whether something would be lost. */
  isNeeded: boolean;
  /** Of the page that it is about. */
  address: string;
  /** Of the page's place in the history, where the browser tells it. */
  place: string | undefined;
  /** The way to where the reader wanted, while the history goes back to the page. */
  after: (() => void) | undefined;
}

const newGuard = (): Guard => ({ isNeeded: false, address: "", place: undefined, after: undefined });

const context = createContext<Guard>(newGuard());

type Navigate = ReturnType<typeof useBrowserLocation>[1];
type Ask = (go: () => void) => void;

/** The address, and ways to others; one that leaves unsaved changes behind asks first. */
export function GuardedRouter({ children }: { readonly children: ReactNode }) {
  const guard = useRef(newGuard());
  const [wanted, setWanted] = useState<() => void>();
  const ask = useCallback<Ask>((go) => setWanted(() => go), []);
  const hook = useMemo(() => guardedHook(guard.current, ask), [ask]);
  useBackGuard(guard.current, ask);
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
  // The one that is overtaken by another move is refused, and nothing is to be done about it.
  const { committed, finished } = navigation.traverseTo(place);
  for (const step of [committed, finished]) step?.catch(() => {});
};

/** The browser's own ways back and forward: the history returns to the page, and then the question is asked. */
function useBackGuard(guard: Guard, ask: Ask): void {
  // Before the router listens: events of a window come to its listeners in the order in which they began to listen.
  useLayoutEffect(() => {
    const onMove = (event: PopStateEvent) => {
      if (!guard.isNeeded) return;
      if (pathOf(guard) === location.pathname) onReturn(guard, ask);
      else {
        // The page stands, with what was changed on it.
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
  // A browser that does not tell the place: the page gets a new one, after the one that was wanted.
  history.pushState(null, "", guard.address);
  ask(() => history.back());
}

/** Asks before the page is left, in whatever way the browser lets it. */
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
    // Also where nothing can be loaded later, the question can be asked.
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
      // Afterwards it is the guard of another page.
      if (isOpen.current) guard.isNeeded = false;
    },
  };
}

/** Asks at any time whether something would be lost with the page. */
export function useHasUnsaved(): () => boolean {
  const guard = useContext(context);
  return useCallback(() => guard.isNeeded, [guard]);
}
