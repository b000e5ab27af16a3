/** A job that takes several runs stores here where the next run continues. */
export interface Bookmarks {
  read(job: string): Promise<string | undefined>;
  /** Undefined lets the next run begin at the beginning. */
  write(job: string, place: string | undefined): Promise<void>;
}
