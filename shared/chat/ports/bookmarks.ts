/** Where a job that does its work in several runs goes on. */
export interface Bookmarks {
  read(job: string): Promise<string | undefined>;
  /** Undefined: the next run begins at the beginning. */
  write(job: string, place: string | undefined): Promise<void>;
}
