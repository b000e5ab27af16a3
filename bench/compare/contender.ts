/** One mail to deliver. The account is a number from 0 on: contenders without accounts ignore it. */
export interface BenchMail {
  readonly to: string;
  readonly account: number;
  /** 0 is the owner of backlogs, 1 somebody else. */
  readonly owner: 0 | 1;
}

export interface Environment {
  readonly smtpPort: number;
  /** PEM of the authority behind the sink's certificate, and the folder of its files. */
  readonly authorityFile: string;
  readonly authorityDir: string;
  readonly isTls: boolean;
  readonly connections: number;
  /** Sending accounts that share them, where there are any. */
  readonly accounts: number;
  /** Temporary, of this contender alone. */
  readonly folder: string;
}

/** A mail queue under test. All of it runs in processes of its own. */
export interface Contender {
  readonly name: string;
  /** Puts mails into it while nothing delivers; before the first `start`. `word` is the recipients' local part before `+`. */
  fill(count: number, word: string): Promise<void>;
  /** Starts, or starts again after `kill`, what accepts and what delivers. */
  start(): Promise<void>;
  /** Settles with its id when the mail is accepted durably. */
  accept(mail: BenchMail): Promise<string>;
  /** Reads what became of a mail; absent where nothing is kept to read. */
  readonly get?: (id: string) => Promise<void>;
  /** Stores a mail that was sent so many times more; after `stop`, before the next `start`. Absent where nothing is kept. */
  readonly copy?: (id: string, count: number) => Promise<void>;
  /** `kill -9` of what accepts and delivers; data stores of their own live on. */
  kill(): Promise<void>;
  /** The processes that do its work, stores included. */
  pids(): readonly number[];
  stop(): Promise<void>;
}

export const BODY = "An ordinary body. ".repeat(40);
