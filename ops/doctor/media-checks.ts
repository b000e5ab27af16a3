import * as z from "zod";
import type { Settings } from "../../lib/cloud/settings.ts";
import { type AwsQuestions, messageIn } from "./aws-questions.ts";
import { type Check, failed, note, ok, warning } from "./check.ts";
import type { Ask } from "./web-checks.ts";

/**
 * Checks the server of uploads. The server is a web function in a region that has web functions, and a container
 * elsewhere.
 */
export function uploadServer(settings: Settings, questions: AwsQuestions, ask: Ask): Check {
  if (!settings.uploads) return note("upload server", "this stage takes no uploads");
  return settings.uploadServerDomain === undefined
    ? webFunction(questions)
    : container(settings.uploadServerDomain, ask);
}

/** Checks that the container answers. It can be recognised because it refuses requests that bypass the edge. */
const container = (host: string, ask: Ask): Check => ({
  name: "upload server",
  look: async (signal) => {
    const { status } = await ask(`https://${host}/`, { signal });
    return status === 403
      ? ok(`${host} lets nobody in past the edge`)
      : failed(
          `${host} answers ${status} instead of 403`,
          "give it the environment of an API function, ORIGIN_SECRETS too",
        );
  },
});

const FORBIDDEN = 403;
const webQuotas = z.looseObject({
  accountQuotas: z.looseObject({ maxTotalArmVCpus: z.int(), maxTotalRateLimit: z.int() }),
});

/**
 * Checks that the region has web functions. Not every region has them yet, and credentials for a deployment need not
 * have the right to ask.
 */
const webFunction = ({ webFunctions, region }: AwsQuestions): Check => ({
  name: "upload server",
  look: async (signal) => {
    const { status, text } = await webFunctions(signal);
    const read = webQuotas.safeParse(status === 200 ? JSON.parse(text) : undefined);
    const container =
      "where there are none, run the upload server as a container, or set uploads: false (docs/deploy.md)";
    const seenNone = `${region} does not say that it has Lambda Web Functions: ${messageIn(text)}`;
    // CloudFormation refuses a whole stack if its region does not know the type of a resource.
    if (!read.success) return status === FORBIDDEN ? warning(seenNone, container) : failed(seenNone, container);
    const { maxTotalArmVCpus: vCpus, maxTotalRateLimit: rate } = read.data.accountQuotas;
    const seen = `a Lambda Web Function; the account may have ${vCpus} vCPUs and ${rate} requests per s of them in ${region}`;
    return vCpus > 0 && rate > 0 ? ok(seen) : failed(seen, `raise what is 0 in Service Quotas; ${container}`);
  },
});

export const signingKey = (id: string, { publicKey }: AwsQuestions): Check => ({
  name: "media signing key",
  look: async (signal) => {
    const { status, text } = await publicKey(id, signal);
    return status === 200
      ? ok(`${id} is a public key in CloudFront`)
      : failed(`${id}: ${messageIn(text)}`, "upload the public key, and set mediaPublicKeyId (docs/media.md)");
  },
});
