import { openAsBlob } from "node:fs";
import { basename } from "node:path";
import { text } from "node:stream/consumers";
import { Command } from "@commander-js/extra-typings";
import type { Herald, SendRequest } from "../../client/src/herald.ts";
import { UsageError } from "../../lib/command-line.ts";
import type { JsonObject } from "../../shared/kernel/json-data.ts";
import { jsonOption, say } from "../command-line/output.ts";
import { atTarget, keyOption, mailsShownAt, testOption, urlOption } from "../command-line/target.ts";
import { tellEnd, untilSettled, waitOption } from "../command-line/until-settled.ts";
import { collected, dataDirOption, jsonObject, moment, pair } from "../command-line/values.ts";

export const command = new Command()
  .description("Send an email, and say what became of it.")
  .argument("<recipient...>", "who gets it: the first is the recipient, the others get visible copies, as with --cc")
  .option("--cc <address>", "a visible copy to this address; may be given several times", collected)
  .option("--bcc <address>", "a hidden copy to this address; may be given several times", collected)
  .option("--from <address>", "the sender, one that the account allows (default: the account's from_address)")
  .option("-s, --subject <text>", "the subject")
  .option("-b, --body <text>", "the text (default: the subject); - reads it from the input")
  .option("--html", "the text is HTML")
  .option("-t, --template <id>", "an email template, by its id or alias, in the place of subject and text")
  .option("--var <name=value>", "a variable of the template; may be given several times", pair)
  .option(
    "--data <json>",
    "values of the template that are no strings: a JSON object, or @ and a file with one",
    jsonObject,
  )
  .option("-a, --attach <file>", "a file to go with it; may be given several times", collected)
  .option("--account <id>", "the sending account (default: the owner's default one)")
  .option("--at <time>", "when it leaves, such as 2026-11-22T21:10:00Z", moment)
  .addOption(waitOption())
  .addOption(urlOption())
  .addOption(keyOption())
  .addOption(testOption())
  .addOption(dataDirOption())
  .addOption(jsonOption())
  .action(async (recipients, options) => {
    const { Herald } = await import("../../client/src/herald.ts");
    const content = await contentOf(options);
    const end = await atTarget(options, async (target) => {
      const herald = new Herald(target);
      const request = await requestOf(herald, { ...addressesOf(recipients, options), content }, options);
      const accepted = await herald.notifications.send(request);
      if (options.wait === 0 || options.at !== undefined) return accepted;
      return untilSettled(herald, accepted.id, options.wait * 1000);
    });
    tellEnd(end, options);
    if (!options.json && end.status === "sent" && options.url === undefined) say(`read it at ${mailsShownAt(options)}`);
  });

interface Addresses {
  readonly recipient: string;
  readonly cc: readonly string[];
  readonly bcc: readonly string[];
}

const addressesOf = (
  [recipient = "", ...others]: readonly string[],
  { cc = [], bcc = [] }: { readonly cc?: readonly string[] | undefined; readonly bcc?: readonly string[] | undefined },
): Addresses => ({ recipient, cc: [...others, ...cc], bcc });

interface Options {
  readonly from?: string | undefined;
  readonly attach?: readonly string[] | undefined;
  readonly account?: string | undefined;
  readonly at?: string | undefined;
}

/** Builds the request without checking it, because the service explains every mistake in it. */
async function requestOf(
  herald: Herald,
  { recipient, cc, bcc, content }: Addresses & { readonly content: MailContent },
  { from, attach = [], account, at }: Options,
): Promise<SendRequest<string>> {
  const attachments = await uploaded(herald, attach);
  const rest = {
    recipient,
    ...(cc.length > 0 && { cc: [...cc] }),
    ...(bcc.length > 0 && { bcc: [...bcc] }),
    ...(from !== undefined && { from }),
    ...(account !== undefined && { smtp_account_id: account }),
    ...(at !== undefined && { send_at: at }),
    ...(attachments.length > 0 && { attachments }),
  };
  return { ...rest, ...content };
}

async function uploaded(
  herald: Herald,
  paths: readonly string[],
): Promise<{ filename: string; attachment_id: string }[]> {
  const files = [];
  for (const path of paths) {
    const { attachment_id } = await herald.attachments.upload(await fileAt(path), basename(path));
    files.push({ filename: basename(path), attachment_id });
  }
  return files;
}

interface Content {
  readonly subject?: string | undefined;
  readonly body?: string | undefined;
  readonly html?: true | undefined;
  readonly template?: string | undefined;
  readonly var?: Readonly<Record<string, string>> | undefined;
  readonly data?: JsonObject | undefined;
}

type MailContent =
  | {
      readonly template_id: string;
      readonly variables?: Record<string, string>;
      readonly data?: JsonObject;
    }
  | { readonly subject: string; readonly body: string }
  | { readonly subject: string; readonly body: string; readonly body_type: "html" };

async function contentOf(content: Content): Promise<MailContent> {
  const { subject, body, html, template, var: variables, data } = content;
  if (template !== undefined) return templateOf(template, content);
  if (variables !== undefined) throw new UsageError("--var goes with --template");
  if (data !== undefined) throw new UsageError("--data goes with --template");
  if (subject === undefined) throw new UsageError("say --subject, or --template");
  const written = body === "-" ? await text(process.stdin) : (body ?? subject);
  return html ? { subject, body: written, body_type: "html" } : { subject, body: written };
}

function templateOf(id: string, { subject, body, html, var: variables, data }: Content): MailContent {
  const isOwnText = [subject, body, html].some((one) => one !== undefined);
  if (isOwnText) throw new UsageError("say --template, or --subject and --body");
  return {
    template_id: id,
    ...(variables !== undefined && { variables: { ...variables } }),
    ...(data !== undefined && { data }),
  };
}

async function fileAt(path: string): Promise<Blob> {
  try {
    const file = await openAsBlob(path);
    // Opening a folder succeeds, but reading its first byte fails.
    await file.slice(0, 1).arrayBuffer();
    return file;
  } catch {
    throw new UsageError(`there is no file ${path} that can be read`);
  }
}
