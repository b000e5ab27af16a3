import { getLiveness, getReadiness, getStatus } from "./api-checks.ts";
import type { CallOptions } from "./call.ts";
import type { Transport } from "./transport.ts";
import type { Liveness, Readiness, ServiceStatus } from "./types.ts";

/** Says whether the service is available. Needs no credential. */
export class Status {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Returns name and state of the service. */
  get(options: CallOptions = {}): Promise<ServiceStatus> {
    return this.#transport.json({ ...options, credential: "none", method: "GET", path: "/api/v1/status" }, getStatus);
  }

  /** Succeeds when the service answers at all. */
  live(options: CallOptions = {}): Promise<Liveness> {
    return this.#transport.json({ ...options, credential: "none", method: "GET", path: "/health/live" }, getLiveness);
  }

  /** Returns whether the service can work; `not-ready` (503) is an answer, not an error. */
  ready(options: CallOptions = {}): Promise<Readiness> {
    return this.#transport.json(
      {
        ...options,
        credential: "none",
        method: "GET",
        path: "/health/ready",
        alsoAnswers: [503],
      },
      getReadiness,
    );
  }
}
