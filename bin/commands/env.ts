import { Command, Option } from "@commander-js/extra-typings";
import { whileItRuns } from "../../ops/local-stack/stack-on-this-machine.ts";
import { exportsFor, SHELLS, shellOf } from "../../ops/shell/exports.ts";
import { jsonOption, print, printJson } from "../command-line/output.ts";
import { readOwner } from "../command-line/owner-value.ts";
import { dataDirOf, dataDirOption } from "../command-line/values.ts";

export const command = new Command()
  .description("Print the addresses, keys and ids of the stack on this machine as shell variables.")
  .addHelpText("after", '\nIn a shell:  eval "$(npx herald env)"     fish:  npx herald env | source')
  .addOption(dataDirOption())
  .option(
    "--owner <sub>",
    "whose token, and key where one is known: demo, other, admin or anybody",
    readOwner,
    readOwner("demo"),
  )
  .addOption(new Option("--test", "with the demo owner's key and accounts of test mode").conflicts("owner"))
  .addOption(new Option("--shell <shell>", "whose words (default: of SHELL)").choices(SHELLS))
  .addOption(jsonOption())
  .action(async ({ dataDir, owner, test, shell, json = false }) => {
    const { stackVariables, testVariables } = await import("../../ops/shell/stack-variables.ts");
    const folder = dataDirOf(dataDir);
    const variables = await whileItRuns(folder, () =>
      test ? testVariables(folder, fetch) : stackVariables(folder, owner, fetch),
    );
    if (json) printJson(variables);
    else print(exportsFor(shell ?? shellOf(process.env), variables));
  });
