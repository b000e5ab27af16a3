import type { Decision } from "../../shared/notifications/domain/decision.ts";
import type { ClaimedNotification, Notification } from "../../shared/notifications/domain/notification.ts";
import type { NotificationStore } from "../../shared/notifications/ports.ts";
import type { WalkStep } from "./lifecycle-walk.ts";

/**
 * Applies the changes of a sequence to one store, one after the other, and returns what a caller would see after each
 * change.
 */
export class Walker {
  readonly store: NotificationStore;
  readonly #notification: Notification;
  /** The claims so far, newest first. */
  readonly #claims: ClaimedNotification[] = [];
  /** The `dueAt` of the last queue message: the time at which the sweep looks at the notification. */
  #dueAt: number | undefined;

  readonly #now: () => number;

  constructor(store: NotificationStore, notification: Notification, now: () => number) {
    this.store = store;
    this.#notification = notification;
    this.#now = now;
  }

  async take(step: WalkStep): Promise<unknown> {
    const { owner, id } = this.#notification;
    switch (step.do) {
      case "wait":
        return undefined;
      case "claim":
        return this.#claim(step.isDueKnown);
      case "record":
        return this.#record(step);
      case "report":
        return this.store.applyProviderEvent({ callbackId: id }, step.event);
      case "feed back":
        return this.#feedBack(step);
      case "give up":
        return this.store.giveUp(owner, id, step.cause);
      case "redrive":
        return this.store.revive(owner, id, step.causes);
      case "decide":
        return this.#decide(step.decision);
      case "cancel":
        return this.store.cancel({ owner, id });
      case "hasten":
        return this.#hasten();
      case "move":
        return this.#move(step.aheadMs);
      case "put back":
        return this.#putBack(step.isDueKnown);
      case "note crash":
        return this.store.noteCrash({ owner, id }, "TypeError");
      case "settle assignment":
        return this.store.noteAssignmentSettled(owner, id);
      case "sweep":
        return this.#sweep();
    }
  }

  async #claim(isDueKnown: boolean): Promise<unknown> {
    const { owner, id } = this.#notification;
    const claimed = await this.store.claim(owner, id, isDueKnown ? this.#dueAt : undefined);
    if (claimed === undefined) return undefined;
    this.#claims.unshift(claimed);
    const { fence: _fence, ...seen } = claimed;
    return seen;
  }

  async #record({ claim, step, hasEntry }: Extract<WalkStep, { do: "record" }>): Promise<unknown> {
    const claimed = this.#claims[claim];
    if (claimed === undefined) return undefined;
    const entry = { at: claimed.updatedAt, attempt: claimed.attempts, to: step.to, durationMs: 1 };
    return this.store.record(claimed, step, hasEntry ? entry : undefined);
  }

  /** Notes a report, and settles one whose suppression was due before. */
  async #feedBack({ kind, to, isDue }: Extract<WalkStep, { do: "feed back" }>): Promise<unknown> {
    const { owner, id } = this.#notification;
    const at = new Date(this.#now()).toISOString();
    const report = { kind, to, at, ...(isDue && { suppressionDue: at }) };
    const noted = await this.store.noteFeedback({ owner, id }, report);
    if (noted?.isNew === false) await this.store.settleFeedback({ owner, id }, noted.feedback);
    return noted;
  }

  async #move(aheadMs: number): Promise<unknown> {
    const { owner, id } = this.#notification;
    const moved = await this.store.reschedule({ owner, id }, new Date(this.#now() + aheadMs).toISOString());
    if (moved?.isDone) this.#dueAt = moved.dueAt;
    return moved;
  }

  async #decide(decision: Decision): Promise<unknown> {
    const { owner, id } = this.#notification;
    const decided = await this.store.decide({ owner, id }, decision);
    if (decided?.isDone) this.#dueAt = decided.dueAt;
    return decided;
  }

  async #hasten(): Promise<unknown> {
    const { owner, id } = this.#notification;
    const hastened = await this.store.hasten({ owner, id });
    if (hastened?.isDone) this.#dueAt = hastened.dueAt;
    return hastened;
  }

  async #putBack(isDueKnown: boolean): Promise<unknown> {
    const { owner, id } = this.#notification;
    const dueAt = isDueKnown ? this.#dueAt : undefined;
    return this.store.postpone({ owner, id }, { accountId: this.#notification.accountId, dueAt });
  }

  async #sweep(): Promise<unknown> {
    const { owner, id } = this.#notification;
    const swept = await this.store.sweep({ owner, id });
    if (swept !== undefined) this.#dueAt = swept.dueAt;
    return swept;
  }
}
