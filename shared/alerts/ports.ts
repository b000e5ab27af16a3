import type { Owner } from "../kernel/owner.ts";
import type { RaisedAlert } from "./domain/alert.ts";
import type { AlertChoices, AlertSettings, UnsentAlert } from "./domain/alert-settings.ts";

export interface ChosenAlerts extends AlertChoices {
  readonly owner: Owner;
  readonly updatedAt: string;
  /** Set when the summary is switched on, so that the first one comes at the end of the present week. */
  readonly summaryToldMs?: number | undefined;
}

export interface AlertSettingsPage {
  readonly settings: readonly AlertSettings[];
  /** The place at which the next page begins; absent on the last page. */
  readonly next?: string | undefined;
}

/** Stores the owners' settings for alerts. */
export interface AlertSettingsStore {
  /** Reads strongly consistent; undefined when the owner has never chosen anything. */
  find(owner: Owner): Promise<AlertSettings | undefined>;
  /** Writes the choices over the known revision; `changed`, with nothing written, when it is another one by now. */
  replace(chosen: ChosenAlerts, known: string): Promise<AlertSettings | "changed">;
  /** Lists all owners' choices, eventually consistent, page by page. */
  page(after?: string): Promise<AlertSettingsPage>;
  /** Notes an alert that was not sent, or with undefined that a later one was. Does nothing when the owner is gone. */
  noteUnsent(owner: Owner, unsent: UnsentAlert | undefined): Promise<void>;
  /** Moves a mark forward from the value that was read. Does nothing when another process has moved the mark. */
  noteTold(seen: AlertSettings, mark: "waitingToldMs" | "summaryToldMs", toMs: number): Promise<void>;
}

export interface OwnersAlert extends RaisedAlert {
  readonly owner: Owner;
  /** `atMs` in real time, by which the alert is given up. The owner's time may be ahead of it. */
  readonly realAtMs: number;
}

/** Keeps raised alerts until they are sent. */
export interface RaisedAlerts {
  /** Keeps the alert; false when one about the same subject was raised within the hour by any process. */
  raise(alert: OwnersAlert): Promise<boolean>;
  /** Lists at most `limit` alerts that are still to be sent, oldest first. */
  open(limit: number): Promise<readonly OwnersAlert[]>;
  close(alert: OwnersAlert): Promise<void>;
}
