/** Describes a mail to deliver. Accounts are numbered from 0; contenders without accounts ignore them. */
export interface BenchMail {
  readonly to: string;
  readonly account: number;
  /** This owner sends the mail; backlogs belong to owner 0. */
  readonly owner: 0 | 1;
}

export interface Environment {
  readonly smtpPort: number;
  /** Names the PEM file of the authority that issued the mail server's certificate, and the folder of the authority. */
  readonly authorityFile: string;
  readonly authorityDir: string;
  readonly isTls: boolean;
  readonly connections: number;
  /** If the contender has accounts, this many sending accounts share the connections. */
  readonly accounts: number;
  /** Only this contender uses this temporary folder. */
  readonly folder: string;
}

/** Represents a mail queue under test. It runs completely in processes of its own. */
export interface Contender {
  readonly name: string;
  /**
   * Stores mails before the first `start`, when nothing delivers them. The recipients' addresses begin with `word` and
   * `+`.
   */
  fill(count: number, word: string): Promise<void>;
  /** Starts everything that accepts and delivers, also after `kill`. */
  start(): Promise<void>;
  /** Resolves with an id once the mail is durably accepted. */
  accept(mail: BenchMail): Promise<string>;
  /** Reads the state of a mail. Contenders that keep no state lack it. */
  readonly get?: (id: string) => Promise<void>;
  /**
   * Stores a sent mail this many more times, between `stop` and the next `start`. Contenders that keep none lack it.
   */
  readonly copy?: (id: string, count: number) => Promise<void>;
  /** Kills the processes that accept and deliver with `kill -9`. Separate data stores keep running. */
  kill(): Promise<void>;
  /** Returns the ids of all processes that do its work, including stores. */
  pids(): readonly number[];
  stop(): Promise<void>;
}

export const BODY = "An ordinary body. ".repeat(40);
