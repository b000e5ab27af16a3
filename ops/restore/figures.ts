/** The counts of one table's restore, for the caller to keep. */
export interface Figures {
  /** Items of the backup that were selected. */
  inBackup: number;
  same: number;
  /** Items that do not exist now. */
  missing: number;
  /** Items that exist now but differ. */
  different: number;
  /** Items that did not exist in the backup. Writes continue meanwhile, so the number is approximate. */
  newSince: number;
  /**
   * Items that exist now although their owner was erased since. Another erasure removes them, unless the owner has come
   * back.
   */
  ofErased: number;
  /** Items whose time to live is over. */
  expired: number;
  /** Items of owners who were erased since or are excluded by hand. */
  erased: number;
  /** Items whose records belong to several owners, when only one owner is restored. */
  shared: number;
  /**
   * Items of a chat account whose number belongs to another account by now, or which has another number or business by
   * now.
   */
  moved: number;
  /**
   * Totals, bookmarks and dead letters, which are never copied back, and buckets of owners that no chat account would
   * name.
   */
  derived: number;
  /** Objects that an item names and that are gone, but have an older version. */
  textsLost: number;
  /** Objects that are gone and have no version. Their items are not restored. */
  textsGone: number;
  copied: number;
  replaced: number;
  textsCopied: number;
  /** Waiting deliveries that were restored as failed. */
  ended: number;
  /** Items that somebody wrote between the comparison and the copy. They are left alone. */
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
