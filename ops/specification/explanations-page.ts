import { EXPLANATIONS } from "../../shared/channels/domain/explanation-codes.ts";
import type { PrintedPage } from "./printed-page.ts";

/** Prints every code with its texts (D46). */
export const EXPLANATIONS_PAGE: PrintedPage = {
  path: "docs/explanations.md",
  from: "shared/channels/domain/explanation-codes.ts",
  name: "the explanations",
  print: () =>
    [
      "| Code | Summary | What to do |",
      "|---|---|---|",
      ...Object.entries(EXPLANATIONS).map(
        ([code, { summary, whatToDo }]) => `| \`${code}\` | ${summary} | ${whatToDo} |`,
      ),
    ].join("\n"),
};
