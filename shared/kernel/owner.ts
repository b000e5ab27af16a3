import * as z from "zod";

/** Makes a string an owner. Authentication does, and so does what reads back an owner that was stored. */
export const ownerSub = z.string().min(1).brand<"Owner">();

/** The owner of data: the `sub` that a credential stands for. */
export type Owner = z.output<typeof ownerSub>;
