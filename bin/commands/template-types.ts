import { writeFileSync } from "node:fs";
import { Command, Option } from "@commander-js/extra-typings";
import { UsageError } from "../../lib/command-line.ts";
import { whileItRuns } from "../../ops/local-stack/stack-on-this-machine.ts";
import { localAccount, type TemplateAccount } from "../../ops/template-types/account.ts";
import { jsonOption, print, printJson } from "../command-line/output.ts";
import { urlOption } from "../command-line/target.ts";
import { dataDirOf, dataDirOption } from "../command-line/values.ts";

export const command = new Command()
  .description("Print the variables of the email templates as TypeScript, so that a send without one does not compile.")
  .option("--out <file>", "write them to a file")
  .addOption(urlOption())
  .addOption(new Option("--token <access_token>", "for --url (default: HERALD_ACCESS_TOKEN)"))
  .addOption(dataDirOption())
  .addOption(jsonOption())
  .action(async ({ out, json = false, ...given }) => {
    const { declarationsOf } = await import("../../ops/template-types/declarations.ts");
    const { readTemplates } = await import("../../ops/template-types/read-templates.ts");
    const declarations = declarationsOf(await readTemplates(await accountOf(given), fetch));
    if (out !== undefined) writeFileSync(out, declarations);
    if (json) printJson({ declarations, file: out });
    else if (out === undefined) print(declarations.trimEnd());
  });

interface Given {
  readonly url?: string | undefined;
  readonly token?: string | undefined;
  readonly dataDir?: string | undefined;
}

async function accountOf({ url, token, dataDir }: Given): Promise<TemplateAccount> {
  if (url === undefined) {
    if (token !== undefined) throw new UsageError("--token goes with --url");
    const folder = dataDirOf(dataDir);
    return whileItRuns(folder, () => localAccount(folder, fetch));
  }
  const accessToken = token ?? process.env.HERALD_ACCESS_TOKEN ?? "";
  if (accessToken === "")
    throw new UsageError("--token, or HERALD_ACCESS_TOKEN in the environment, must be an access token");
  return { baseUrl: url, accessToken };
}
