import { createContext, type ReactNode, useContext } from "react";
import type { RepeatableApi } from "../api/client.ts";
import type { PanelConfig } from "../config.ts";
import type { Session } from "./session.ts";

export interface PanelContext {
  readonly config: PanelConfig;
  readonly session: Session;
  readonly api: RepeatableApi;
}

const context = createContext<PanelContext | undefined>(undefined);

export const PanelProvider = ({ value, children }: { readonly value: PanelContext; readonly children: ReactNode }) => (
  <context.Provider value={value}>{children}</context.Provider>
);

/** Gives access to the configuration, the session and the API client. */
export function usePanel(): PanelContext {
  const value = useContext(context);
  if (value === undefined) throw new Error("usePanel stands outside PanelProvider");
  return value;
}
