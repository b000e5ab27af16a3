import { writeFileSync } from "node:fs";
import { Command } from "@commander-js/extra-typings";
import { atAccount, tokenOption, tokenTestOption } from "../command-line/account.ts";
import { jsonOption, print, printJson } from "../command-line/output.ts";
import { urlOption } from "../command-line/target.ts";
import { dataDirOption } from "../command-line/values.ts";

export const command = new Command()
  .description("Print the variables of the email templates as TypeScript, so that a send without one does not compile.")
  .option("--out <file>", "write them to a file")
  .addOption(urlOption())
  .addOption(tokenOption())
  .addOption(tokenTestOption())
  .addOption(dataDirOption())
  .addOption(jsonOption())
  .action(async ({ out, json = false, ...given }) => {
    const { declarationsOf } = await import("../../ops/template-types/declarations.ts");
    const { readTemplates } = await import("../../ops/template-types/read-templates.ts");
    const declarations = declarationsOf(await atAccount(given, (account) => readTemplates(account, account.fetch)));
    if (out !== undefined) writeFileSync(out, declarations);
    if (json) printJson({ declarations, file: out });
    else if (out === undefined) print(declarations.trimEnd());
  });
