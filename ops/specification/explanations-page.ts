import { EXPLANATION_CODES, EXPLANATIONS } from "../../shared/notifications/domain/explanation/explanations.ts";
import type { PrintedPage } from "./printed-page.ts";

/** Every code of D46 with its words. */
export const EXPLANATIONS_PAGE: PrintedPage = {
  path: "docs/explanations.md",
  from: "shared/notifications/domain/explanation/",
  name: "the explanations",
  print: () =>
    [
      "| Code | Summary | What to do |",
      "|---|---|---|",
      ...EXPLANATION_CODES.map(
        (code) => `| \`${code}\` | ${EXPLANATIONS[code].summary} | ${EXPLANATIONS[code].whatToDo} |`,
      ),
    ].join("\n"),
};
