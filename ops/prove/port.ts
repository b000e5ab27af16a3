import type { Unit } from "../cost/prices.ts";

/** Describes something that still exists after the take-down. */
export interface Left {
  readonly what: string;
  /** The command that removes the thing that is left. */
  readonly command: string;
  /** The thing that is left ends by itself at this ISO time. */
  readonly endsAt?: string;
}

/**
 * Holds facts that a `Making` noted before it removed something. A later process knows them too, as long as something
 * is left.
 */
export interface Notes {
  noted(name: string): string | undefined;
  note(name: string, text: string): void;
}

/** Represents something that `herald prove` creates and takes down again, such as the stacks of a stage. */
export interface Making {
  readonly name: string;
  /** The text with which the plan of `herald prove` announces what is created here. */
  readonly plan: string;
  /**
   * Makes it and returns a description of what was made. It stops early when the signal aborts, and settles only when
   * nothing is being made any more, so that the take-down finds everything.
   */
  make(signal: AbortSignal): Promise<string>;
  /**
   * Removes whatever exists of this `Making` and returns a description. It may be called again, and also after a `make`
   * that was incomplete or never began.
   */
  remove(signal: AbortSignal, notes: Notes): Promise<string>;
  /** Lists whatever still exists of this `Making`. */
  left(signal: AbortSignal, notes?: Notes): Promise<readonly Left[]>;
}

/** Describes a request to the recorder. */
export interface Received {
  readonly path: string;
  /** The names are in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** A time in epoch milliseconds of the recorder's clock. */
  readonly atMs: number;
}

/** Represents an address in reach of the deployment that answers 200 to everything and keeps the requests. */
export interface Recorder {
  readonly url: string;
  /** Returns all requests so far, each once. Those of the last seconds may be missing. */
  received(signal: AbortSignal): Promise<readonly Received[]>;
}

/** Says how to reach the deployment. */
export interface Access {
  /** The address has no slash at its end. */
  readonly baseUrl: string;
  /** The fields of the sending account for the mails, as the API takes them. */
  readonly sendingAccount: Readonly<Record<string, unknown>>;
  readonly recipient: string;
  readonly recorder: Recorder;
  /** Says whether the recorder receives mails, too. A real mail server does not report its mails to anybody. */
  readonly recordsMails: boolean;
  /**
   * Signs in an owner of this run of `herald prove`, and creates the owner at the first call. Returns an access token.
   */
  signIn(owner: string, signal: AbortSignal): Promise<string>;
}

/** Describes a period in epoch milliseconds. */
export interface Period {
  readonly fromMs: number;
  readonly toMs: number;
}

export interface Measured extends Readonly<Partial<Record<Unit, number>>> {
  /** If true, the values still changed at the last look. */
  readonly isUnsettled?: true;
}

/** Represents where `herald prove` works: in an AWS account, or in the rehearsal. */
export interface Ground {
  /** The name of the account, or of the rehearsal, in the plan and the report. */
  readonly name: string;
  readonly account: string;
  readonly region: string;
  /** `herald prove` creates these first, in this order. */
  readonly makings: readonly Making[];
  /** Removes the tables that a restore makes beside the living ones. */
  readonly beside: Making;
  access(signal: AbortSignal): Promise<Access>;
  /**
   * Copies back the items of an owner's configuration that existed at the time `to` (a full second) and are missing
   * now. Returns how many items were copied.
   */
  restore(request: { readonly to: Date; readonly owner: string }, signal: AbortSignal): Promise<number>;
  /** Returns the account's measurements of a period, or the reason why there are none. */
  usage(period: Period, signal: AbortSignal): Promise<Measured | { readonly without: string }>;
}
