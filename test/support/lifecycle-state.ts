import { type Change, isAllowed, type LifecycleState } from "../../shared/notifications/domain/lifecycle-change.ts";
import { providerEventChange, type ReportedEvent } from "../../shared/notifications/domain/provider-status.ts";

export type { LifecycleState };

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Applies a change as the lifecycle describes it, without the table's expressions. Returns undefined if the event may not happen. */
export function afterChange<State extends LifecycleState>(state: State, change: Change): State | undefined {
  if (!isAllowed(change.cases, state)) return undefined;
  const { set, remove, attempts, entry } = change;
  const next: Record<string, unknown> = { ...state, ...set };
  for (const attribute of remove) delete next[attribute];
  if (attempts !== 0) next.attempts = Number(state.attempts) + attempts;
  if (entry !== undefined) next.history = [...listOf(state.history), entry];
  return next as State;
}

const MOMENT = { nowMs: 0, leaseMs: 0 };

/** Returns the state after one event of the provider. */
export function afterProviderEvent(state: LifecycleState, event: ReportedEvent): LifecycleState {
  const change = providerEventChange(state as Parameters<typeof providerEventChange>[0], event, MOMENT);
  return (change && afterChange(state, change)) ?? state;
}
