import { queueTemplateStatus } from "./events/publish-template.ts";
import type { Simulator } from "./simulator.ts";

const MAX_WAIT_MS = 3_600_000;

/** Approves templates when the time of their review has come, also after a restart. */
export class TemplateReview {
  #timer: NodeJS.Timeout | undefined;
  #simulator: Simulator | undefined;

  start(simulator: Simulator): void {
    this.#simulator = simulator;
    this.plan();
  }

  /** Sets the timer for the next review. It must be called after each new review is planned. */
  plan(): void {
    clearTimeout(this.#timer);
    const next = this.#simulator?.templates.nextReviewAtMs();
    if (next === undefined) return;
    this.#timer = setTimeout(() => this.#approve(), Math.min(MAX_WAIT_MS, Math.max(0, next - Date.now())));
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#simulator = undefined;
  }

  #approve(): void {
    const simulator = this.#simulator;
    if (!simulator) return;
    simulator.db.transaction(() => {
      for (const template of simulator.templates.reviewed(Date.now())) {
        const status = "APPROVED";
        simulator.templates.update(template.id, { status, review_at_ms: null });
        queueTemplateStatus(simulator, { ...template, status }, "NONE");
      }
    });
    this.plan();
  }
}
