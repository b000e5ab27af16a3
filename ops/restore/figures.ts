/** Counts the items of one table's restore, so that the caller has a record of them. */
export interface Figures {
  /** Counts the selected items of the backup. */
  inBackup: number;
  same: number;
  /** Counts items that do not exist now. */
  missing: number;
  /** Counts items that exist now but differ. */
  different: number;
  /** Counts items that did not exist in the backup. Writes continue meanwhile, so the number is approximate. */
  newSince: number;
  /**
   * Counts items that exist now although their owner was erased since. Another erasure removes them, unless the owner
   * has come back.
   */
  ofErased: number;
  /** Counts items whose time to live is over. */
  expired: number;
  /** Counts items of owners who were erased since or are excluded by hand. */
  erased: number;
  /** Counts items whose records belong to several owners, when only one owner is restored. */
  shared: number;
  /**
   * Counts items of a chat account whose number belongs to another account by now, or which has another number or
   * business by now.
   */
  moved: number;
  /**
   * Counts totals, bookmarks and dead letters, which are never copied back, and buckets of owners that no chat account
   * would name.
   */
  derived: number;
  /** Counts objects that an item names and that are gone, but have an older version. */
  textsLost: number;
  /** Counts objects that are gone and have no version. Their items are not restored. */
  textsGone: number;
  copied: number;
  replaced: number;
  textsCopied: number;
  /** Counts waiting deliveries that were restored as failed. */
  ended: number;
  /** Counts items that somebody wrote between the comparison and the copy. They are left alone. */
  writtenMeanwhile: number;
}

export const noFigures = (): Figures => ({
  inBackup: 0,
  same: 0,
  missing: 0,
  different: 0,
  newSince: 0,
  ofErased: 0,
  expired: 0,
  erased: 0,
  shared: 0,
  moved: 0,
  derived: 0,
  textsLost: 0,
  textsGone: 0,
  copied: 0,
  replaced: 0,
  textsCopied: 0,
  ended: 0,
  writtenMeanwhile: 0,
});
