/** An owner's notifications lie in so many. */
export const PARTITIONS = 256;

export const partitionOf = (owner: string, partition: number): string =>
  `${owner}#${partition.toString(16).padStart(2, "0")}`;

/** Whether the item of a notification's partition is its content (`contentKey`). */
export const isContent = ({ sk }: { readonly sk: string }): boolean => sk.endsWith("#BODY");
