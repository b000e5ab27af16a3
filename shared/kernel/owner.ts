import * as z from "zod";

/** Turns a string into an owner. Only authentication and code that reads stored owners use it. */
export const ownerSub = z.string().min(1).brand<"Owner">();

/** The `sub` that a credential stands for. Every record belongs to an owner. */
export type Owner = z.output<typeof ownerSub>;
