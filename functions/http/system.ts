import * as contract from "../../shared/edge/contract/system.ts";
import { jsonAnswer } from "../../shared/edge/http-answer.ts";
import { httpFunction } from "../../shared/edge/http-function.ts";
import { operation, rawOperation } from "../../shared/edge/operation.ts";
import { openEdgeServices } from "../../shared/edge/wiring.ts";
import { readinessServices } from "../../shared/identity/wiring.ts";

const word = (isThere: boolean) => (isThere ? "available" : "unavailable");

export const handler = httpFunction(openEdgeServices, [
  operation(
    contract.getStatus,
    async () => ({ name: "Herald", service: "notification-delivery", status: "running" }) as const,
    () => undefined,
  ),
  operation(
    contract.getLiveness,
    async () => ({ status: "alive" }) as const,
    () => undefined,
  ),
  rawOperation(
    contract.getReadiness,
    async ({ checkReadiness }) => {
      const { database, oidc } = await checkReadiness();
      const isReady = database && oidc;
      const view: contract.ReadinessView = {
        status: isReady ? "ready" : "not-ready",
        database: word(database),
        oidc: word(oidc),
      };
      return jsonAnswer(isReady ? 200 : 503, view);
    },
    readinessServices,
  ),
]);
