import { type Owner, ownerSub } from "../../shared/kernel/owner.ts";

/** Returns an owner that no other test has, or the owner with the given name. */
export const anOwner = (sub = `owner-${crypto.randomUUID()}`): Owner => ownerSub.parse(sub);
