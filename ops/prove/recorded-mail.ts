import * as z from "zod";
import { jsonIn } from "./json-in.ts";
import type { Received } from "./port.ts";

/** This `http_api` template is the body of the request that carries a mail to the recorder. */
const RECORDED_MAIL = `{${["To", "CC", "BCC", "Subject", "Body", "BodyType", "From"]
  .map((name) => `"${name}":{{.${name} | json}}`)
  .join(",")}}`;

/** Returns the fields of a sending account whose provider is the recorder at this address. */
export const recordedAccount = (url: string): Readonly<Record<string, unknown>> => ({
  label: "Recorder",
  provider: "http_api",
  endpoint: `${url}/mail`,
  body_template: RECORDED_MAIL,
  // The recorder needs no key, but an account must have one.
  api_key: "recorded",
  from_address: "proof@example.com",
  is_default: true,
});

const addresses = z
  .union([z.string().transform((one) => (one === "" ? [] : [one])), z.array(z.string()), z.null().transform(() => [])])
  .default([]);
const mail = z.looseObject({
  To: addresses,
  CC: addresses,
  BCC: addresses,
  Subject: z.string(),
  Body: z.string(),
  BodyType: z.string(),
  From: z.string(),
});

export interface RecordedMail {
  readonly recipients: readonly string[];
  readonly subject: string;
  readonly body: string;
  readonly isHtml: boolean;
  readonly from: string;
  readonly atMs: number;
}

/** Reads a mail, or returns undefined if the recorder received something else. */
export function recordedMail({ body, atMs }: Received): RecordedMail | undefined {
  const read = mail.safeParse(jsonIn(body)).data;
  if (read === undefined) return undefined;
  const { To, CC, BCC, Subject: subject, Body, BodyType, From: from } = read;
  return { recipients: [...To, ...CC, ...BCC], subject, body: Body, isHtml: BodyType === "html", from, atMs };
}
