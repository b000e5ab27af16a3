/** A mail to deliver. Accounts are numbered from 0; contenders without accounts ignore them. */
export interface BenchMail {
  readonly to: string;
  readonly account: number;
  /** The owner who sends the mail; backlogs belong to owner 0. */
  readonly owner: 0 | 1;
}

export interface Environment {
  readonly smtpPort: number;
  /** The PEM file of the authority that issued the sink's certificate, and the folder of the authority. */
  readonly authorityFile: string;
  readonly authorityDir: string;
  readonly isTls: boolean;
  readonly connections: number;
  /** The number of sending accounts that share the connections, if the contender has accounts. */
  readonly accounts: number;
  /** A temporary folder for this contender alone. */
  readonly folder: string;
}

/** A mail queue under test. It runs completely in processes of its own. */
export interface Contender {
  readonly name: string;
  /**
   * Stores mails while nothing delivers, before the first `start`. `word` is the part of the recipients' addresses
   * before `+`.
   */
  fill(count: number, word: string): Promise<void>;
  /** Starts everything that accepts and delivers, also after `kill`. */
  start(): Promise<void>;
  /** Resolves with an id once the mail is durably accepted. */
  accept(mail: BenchMail): Promise<string>;
  /** Reads the state of a mail. It is absent for contenders that keep none. */
  readonly get?: (id: string) => Promise<void>;
  /**
   * Stores a sent mail this many more times, between `stop` and the next `start`. It is absent for contenders that keep
   * none.
   */
  readonly copy?: (id: string, count: number) => Promise<void>;
  /** Kills what accepts and delivers with `kill -9`. Separate data stores keep running. */
  kill(): Promise<void>;
  /** All processes that do its work, including stores. */
  pids(): readonly number[];
  stop(): Promise<void>;
}

export const BODY = "An ordinary body. ".repeat(40);
