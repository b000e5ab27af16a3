import { InvalidArgumentError } from "@commander-js/extra-typings";
import { type Owner, ownerSub } from "../../shared/kernel/owner.ts";
import { isTestOwner } from "../../shared/kernel/test-mode.ts";

/** Reads the value of an option that names an owner. A command about an owner is about both of the owner's modes. */
export function readOwner(given: string): Owner {
  const { data } = ownerSub.safeParse(given);
  if (data === undefined) throw new InvalidArgumentError("It must name an owner.");
  if (isTestOwner(data))
    throw new InvalidArgumentError(
      "It names the test mode of an owner. Name the owner: the command is about both modes.",
    );
  return data;
}
