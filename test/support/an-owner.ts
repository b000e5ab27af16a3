import { type Owner, ownerSub } from "../../shared/kernel/owner.ts";

/** It answers an owner that no other test has, or the one that the text names. */
export const anOwner = (sub = `owner-${crypto.randomUUID()}`): Owner => ownerSub.parse(sub);
