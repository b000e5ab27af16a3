import type { Unit } from "../cost/prices.ts";

/** Something that is still there after the take-down. */
export interface Left {
  readonly what: string;
  /** The command that removes it. */
  readonly command: string;
  /** When it ends by itself, as an ISO time. */
  readonly endsAt?: string;
}

/** What a making found out before it removed something. A later process knows it, too, while something is left. */
export interface Notes {
  noted(name: string): string | undefined;
  note(name: string, text: string): void;
}

/** Something that a proof makes and takes down again. */
export interface Making {
  readonly name: string;
  /** What the plan says about it. */
  readonly plan: string;
  /**
   * Makes it and says what was made. It stops early when the signal aborts, and settles only when nothing is being made
   * any more, so that the take-down finds everything.
   */
  make(signal: AbortSignal): Promise<string>;
  /** Removes what is there and says what it removed. It may have been made in part or never, and may be called again. */
  remove(signal: AbortSignal, notes: Notes): Promise<string>;
  /** Lists what is there. */
  left(signal: AbortSignal, notes?: Notes): Promise<readonly Left[]>;
}

/** A request that the recorder got. */
export interface Received {
  readonly path: string;
  /** The names are in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Epoch milliseconds of the recorder's clock. */
  readonly atMs: number;
}

/** An address on the deployment's side of the world that answers 200 to everything and keeps what it got. */
export interface Recorder {
  readonly url: string;
  /** Returns all requests so far, each once. The last seconds may be missing. */
  received(signal: AbortSignal): Promise<readonly Received[]>;
}

/** How to reach what was deployed. */
export interface Access {
  /** Without a slash at its end. */
  readonly baseUrl: string;
  /** The fields of the sending account that mails leave by, as the API takes them. */
  readonly sendingAccount: Readonly<Record<string, unknown>>;
  readonly recipient: string;
  readonly recorder: Recorder;
  /** Says whether mails go to the recorder, too. A real mail server tells nobody what it got. */
  readonly recordsMails: boolean;
  /** Signs in an owner of this proof, who is made at the first call, and returns an access token. */
  signIn(owner: string, signal: AbortSignal): Promise<string>;
}

/** A period in epoch milliseconds. */
export interface Period {
  readonly fromMs: number;
  readonly toMs: number;
}

export interface Measured extends Readonly<Partial<Record<Unit, number>>> {
  /** The values still changed at the last look. */
  readonly isUnsettled?: true;
}

/** Where a proof takes place: an AWS account, or the rehearsal. */
export interface Ground {
  /** Names it in the plan and the report. */
  readonly name: string;
  readonly account: string;
  readonly region: string;
  /** Made first, in this order. */
  readonly makings: readonly Making[];
  /** The tables that a restore makes beside the living ones. */
  readonly beside: Making;
  access(signal: AbortSignal): Promise<Access>;
  /** Copies back what is missing of an owner's configuration since a whole second. Returns how many items came back. */
  restore(request: { readonly to: Date; readonly owner: string }, signal: AbortSignal): Promise<number>;
  /** Returns what the account measured in a period, or why there are no figures. */
  usage(period: Period, signal: AbortSignal): Promise<Measured | { readonly without: string }>;
}
