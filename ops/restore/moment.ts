/** `20261122T211000Z`: a table's name takes neither colons nor dots. */
const compact = (to: Date): string => to.toISOString().replace(/[-:]|\.\d+/g, "");

/** The same for the same moment: a run that was cut short finds the table that it had made. */
export const besideName = (table: string, to: Date): string => `${table}-restored-${compact(to)}`;

/** Backups know whole seconds. */
export const wholeSecond = (to: Date): Date => new Date(Math.floor(to.getTime() / 1000) * 1000);
