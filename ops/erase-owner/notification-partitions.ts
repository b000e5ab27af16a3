/** An owner's notifications lie in so many. */
export const PARTITIONS = 256;

export const partitionOf = (owner: string, partition: number): string =>
  `${owner}#${partition.toString(16).padStart(2, "0")}`;
