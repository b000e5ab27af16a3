/** Returns a text such as `20261122T211000Z`, because table names contain neither colons nor dots. */
const compact = (to: Date): string => to.toISOString().replace(/[-:]|\.\d+/g, "");

/** Returns a name that depends only on table and moment, so that a run after an interruption finds the table again. */
export const besideName = (table: string, to: Date): string => `${table}-restored-${compact(to)}`;

/** Cuts off the milliseconds, because backups only have full seconds. */
export const wholeSecond = (to: Date): Date => new Date(Math.floor(to.getTime() / 1000) * 1000);
