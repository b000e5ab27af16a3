import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { runCommand, UsageError } from "../lib/command-line.ts";
import { localAccount, type TemplateAccount } from "../ops/template-types/account.ts";
import { declarationsOf } from "../ops/template-types/declarations.ts";
import { readTemplates } from "../ops/template-types/read-templates.ts";

// Writes the types of an owner's email templates for programs that send with the client: docs/email-templates.md.

const USAGE = `usage: npm run template-types -- [--out FILE] [--data-dir DIR | --url BASE_URL [--token ACCESS_TOKEN]]
       prints the types of all email templates, or writes them to a file; without --url those of the local stack's demo owner`;

const text = { type: "string" } as const;
const OPTIONS = { out: text, "data-dir": text, url: text, token: text } as const;
const parsed = (args: string[]) => parseArgs({ args, options: OPTIONS });

function accountOf({ url, token, "data-dir": dataDir }: ReturnType<typeof parsed>["values"]): Promise<TemplateAccount> {
  if (url === undefined) {
    if (token !== undefined) throw new UsageError("--token goes with --url");
    return localAccount(dataDir ?? process.env.HERALD_DATA_DIR ?? ".herald", fetch);
  }
  if (dataDir !== undefined) throw new UsageError("say --url or --data-dir");
  const address = URL.parse(url);
  const isWeb =
    address !== null && /^https?:$/.test(address.protocol) && address.username === "" && address.password === "";
  if (!isWeb) throw new UsageError("--url must be an address, http or https");
  const accessToken = token ?? process.env.HERALD_ACCESS_TOKEN ?? "";
  if (accessToken === "")
    throw new UsageError("--token, or HERALD_ACCESS_TOKEN in the environment, must be an access token");
  return Promise.resolve({ baseUrl: url, accessToken });
}

await runCommand(USAGE, async (args) => {
  const { values } = parsed(args);
  const declarations = declarationsOf(await readTemplates(await accountOf(values), fetch));
  if (values.out === undefined) process.stdout.write(declarations);
  else writeFileSync(values.out, declarations);
});
