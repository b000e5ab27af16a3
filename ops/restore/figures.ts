/** Counts of one table's restore, for the caller to keep. */
export interface Figures {
  /** Items of the backup that are asked for. */
  inBackup: number;
  same: number;
  /** Not there now. */
  missing: number;
  /** There now, and not as they were. */
  different: number;
  /** Not there then. Writes go on meanwhile, so it is a little off. */
  newSince: number;
  /** There now, of an owner who was erased since: another erasure takes them, unless the owner has come back. */
  ofErased: number;
  /** Past their time to live. */
  expired: number;
  /** Of owners who were erased since, or are left out by hand. */
  erased: number;
  /** Of several owners, of whom one is asked for. */
  shared: number;
  /** Of a chat account whose number is another's by now, or that has another number or business by now. */
  moved: number;
  /** Totals, bookmarks and dead letters, which are never copied back, and owners of a chat account that it would not name. */
  derived: number;
  /** Objects that an item names and that are gone, and may come back by an older version. */
  textsLost: number;
  /** The same without a version: their items stay away. */
  textsGone: number;
  copied: number;
  replaced: number;
  textsCopied: number;
  /** Waiting deliveries that came back as failed. */
  ended: number;
  /** Not touched: somebody wrote them between the comparison and the copy. */
  writtenMeanwhile: number;
}

export const noFigures = (): Figures => ({
  ...{ inBackup: 0, same: 0, missing: 0, different: 0, newSince: 0, ofErased: 0, expired: 0 },
  ...{ erased: 0, shared: 0, moved: 0, derived: 0 },
  ...{ textsLost: 0, textsGone: 0, copied: 0, replaced: 0, textsCopied: 0, ended: 0, writtenMeanwhile: 0 },
});
