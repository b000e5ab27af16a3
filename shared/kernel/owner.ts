import * as z from "zod";

/** Makes a string an owner. Authentication does, and so does what reads back an owner that was stored. */
export const ownerSub = z.string().min(1).brand<"Owner">();

/** The `sub` that a credential stands for; everything belongs to one. */
export type Owner = z.output<typeof ownerSub>;
