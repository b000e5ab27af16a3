import type { CallerIdentity } from "../../../shared/edge/ports.ts";
import { personName } from "../../../shared/identity/person-name.ts";
import { sessionServices } from "../../../shared/identity/wiring.ts";
import type { SenderRequest } from "../../../shared/kernel/sender-request.ts";

/**
 * The code that accepts notifications is loaded only when something is sent: it is large, and other routes do without
 * it.
 */
export const acceptance = async () => (await import("../../../shared/composition/acceptance.ts")).acceptanceServices();

interface PersonsRequest {
  readonly identity?: CallerIdentity | undefined;
  readonly madeBy: SenderRequest;
}

/** Adds the name of the person at the panel. */
export const madeByPerson = async ({ identity, madeBy }: PersonsRequest): Promise<SenderRequest> => ({
  ...madeBy,
  person: await personName(sessionServices(), identity),
});
