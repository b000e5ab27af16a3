import { codeOfCause, type Explainer } from "../../../shared/notifications/domain/explanation/explainer.ts";
import { NO_ECHO } from "./echo-causes.ts";

export const ECHO_EXPLAINER = {
  explanations: { echo_lost: { summary: "The valley stayed silent.", whatToDo: "Call louder." } },
  codeOf: ({ text }) => codeOfCause([[NO_ECHO, "echo_lost"]], text) ?? "unknown",
} satisfies Explainer;
