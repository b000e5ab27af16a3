import * as z from "zod";
import { idParams } from "../../edge/contract/fields.ts";
import { route } from "../../edge/contract/route.ts";
import { CHECK_NAMES, CHECK_STATES, type CheckName, type DomainJudgement } from "../domain/sender-domain/judgements.ts";

const MOST_SELECTORS = 3;
const ERROR = `selectors must be at most ${MOST_SELECTORS} names of letters, digits, - and _, separated by commas`;
/** A DKIM selector is one to four labels joined by dots (RFC 6376 section 3.1). */
const SELECTOR = /^[a-z0-9](?:[a-z0-9_-]{0,62})(?:\.[a-z0-9][a-z0-9_-]{0,62}){0,3}$/i;

const senderDomainQuery = z.object({
  selectors: z
    .string()
    .transform((text) => text.split(",").map((selector) => selector.trim().toLowerCase()))
    .refine((names) => names.length <= MOST_SELECTORS && names.every((name) => SELECTOR.test(name)), { error: ERROR })
    .default([])
    .meta({ type: "string" }),
});

export const senderDomainView = z
  .strictObject({
    domain: z.string(),
    provider: z.string().optional(),
    checks: z.array(
      z.strictObject({
        name: z.enum(CHECK_NAMES),
        state: z.enum(CHECK_STATES),
        host: z.string().optional(),
        summary: z.string(),
        what_to_do: z.string().optional(),
        found: z.string().optional(),
        to_add: z.string().optional(),
      }),
    ),
  })
  .meta({ id: "SenderDomain" });

interface ShownDomain {
  readonly domain: string;
  readonly provider?: string | undefined;
  readonly checks: readonly ShownCheck[];
}

interface ShownCheck extends DomainJudgement {
  readonly name: CheckName;
  readonly host?: string | undefined;
}

export const toSenderDomainView = ({ domain, provider, checks }: ShownDomain): z.input<typeof senderDomainView> => ({
  domain,
  ...(provider === undefined ? {} : { provider }),
  checks: checks.map(({ name, state, host, summary, whatToDo, found, toAdd }) => ({
    name,
    state,
    summary,
    ...(host === undefined ? {} : { host }),
    ...(whatToDo === undefined ? {} : { what_to_do: whatToDo }),
    ...(found === undefined ? {} : { found }),
    ...(toAdd === undefined ? {} : { to_add: toAdd }),
  })),
});

export const getSenderDomain = route({
  operationId: "getSenderDomain",
  group: "sending-account-test",
  summary: "Look up the sender domain's records",
  method: "GET",
  path: "/panel/api/sending-accounts/{id}/dns",
  auth: ["access-token"],
  params: idParams,
  query: senderDomainQuery,
  success: { status: 200, schema: senderDomainView },
  refusals: ["invalid_request", "unauthorized", "insufficient_scope", "not_found"],
  uses: ["config:read"],
  impact: "owners cannot see which records their sender domains lack",
});
