/** A job that takes several runs stores here where the next run continues. */
export interface Bookmarks {
  read(job: string): Promise<string | undefined>;
  /** Stores the place. With `undefined`, the next run begins at the beginning. */
  write(job: string, place: string | undefined): Promise<void>;
}
