import { createContext, type ReactNode, useContext } from "react";
import type { RepeatableApi } from "../api/client.ts";
import type { PanelConfig } from "../config.ts";
import type { Mode } from "./mode.ts";
import type { PanelTime } from "./panel-time.ts";
import type { Session } from "./session.ts";

export interface PanelContext {
  readonly config: PanelConfig;
  readonly session: Session;
  /** The client of the mode; it says the mode with each request. */
  readonly api: RepeatableApi;
  readonly mode: Mode;
  /** The time of the mode. */
  readonly time: PanelTime;
  /** Goes on in a mode, with nothing of the other one; `useSwitchMode` asks first about unsaved changes. */
  readonly onMode: (mode: Mode) => void;
}

const context = createContext<PanelContext | undefined>(undefined);

export const PanelProvider = ({ value, children }: { readonly value: PanelContext; readonly children: ReactNode }) => (
  <context.Provider value={value}>{children}</context.Provider>
);

/** Gives access to the configuration, the session, the mode and the API client. */
export function usePanel(): PanelContext {
  const value = useContext(context);
  if (value === undefined) throw new Error("usePanel stands outside PanelProvider");
  return value;
}
