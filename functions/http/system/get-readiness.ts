import { systemServices } from "../../../shared/composition/system.ts";
import type { Readiness } from "../../../shared/edge/check-readiness.ts";
import { getReadiness as contract, type ReadinessView } from "../../../shared/edge/contract/system.ts";
import { jsonAnswer } from "../../../shared/edge/http-answer.ts";
import { rawOperation } from "../../../shared/edge/operation.ts";

export interface ReadinessDeps {
  readonly checkReadiness: () => Promise<Readiness>;
}

const word = (isThere: boolean) => (isThere ? "available" : "unavailable");

export async function answerReadiness({ checkReadiness }: ReadinessDeps) {
  const { database, oidc } = await checkReadiness();
  const isReady = database && oidc;
  const view: ReadinessView = { status: isReady ? "ready" : "not-ready", database: word(database), oidc: word(oidc) };
  return jsonAnswer(isReady ? 200 : 503, view);
}

export const getReadiness = rawOperation(contract, answerReadiness, systemServices);
