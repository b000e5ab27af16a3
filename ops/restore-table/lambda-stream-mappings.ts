import * as z from "zod";
import type { AwsAnswer, AwsCall, AwsRequest } from "../doctor/aws-call.ts";
import { messageIn } from "../doctor/aws-questions.ts";
import { NotYetError, type StreamMapping, type StreamMappings } from "./port.ts";

const CALL_MS = 20_000;
const PATH = "/2015-03-31/event-source-mappings";
/** Lambda lists up to a hundred mappings per page. */
const PER_PAGE = 100;
const MAX_PAGES = 100;
const ACCEPTED = new Set([200, 202]);
/** `LastProcessingResult` of Lambda has this value for a mapping that found nothing to read. */
const NOTHING_NEW = "No records processed";
const STOPPED = new Set(["Disabled", "Disabling"]);
const NO_SUCH = 404;
const CONFLICT = 409;

/** Beside the stream and the function, `CreateEventSourceMapping` takes these settings for a stream of a table. */
const SETTINGS = [
  ...["BatchSize", "BisectBatchOnFunctionError", "DestinationConfig", "FilterCriteria", "FunctionResponseTypes"],
  ...["KMSKeyArn", "LoggingConfig", "MaximumBatchingWindowInSeconds", "MaximumRecordAgeInSeconds"],
  ...["MaximumRetryAttempts", "MetricsConfig", "ParallelizationFactor", "TumblingWindowInSeconds"],
];

const mapping = z.looseObject({
  UUID: z.string(),
  EventSourceArn: z.string().optional(),
  FunctionArn: z.string().default(""),
  State: z.string(),
  FilterCriteriaError: z.unknown().optional(),
  LastProcessingResult: z.string().nullish(),
  StateTransitionReason: z.string().nullish(),
});
const page = z.looseObject({ EventSourceMappings: z.array(mapping), NextMarker: z.string().nullish() });
const configuration = z.looseObject({ Role: z.string() });

export class LambdaStreamMappings implements StreamMappings {
  readonly #aws: AwsCall;
  readonly #region: string;

  constructor(aws: AwsCall, region: string) {
    this.#aws = aws;
    this.#region = region;
  }

  /** Lists all mappings of the region, because the ARNs of earlier streams are not known. */
  async ofTable(name: string, isReader = (_: string) => true): Promise<readonly StreamMapping[]> {
    const found: StreamMapping[] = [];
    let marker: string | undefined;
    for (let pages = 0; pages < MAX_PAGES; pages++) {
      const query = new URLSearchParams({ MaxItems: String(PER_PAGE), ...(marker && { Marker: marker }) });
      const answer = required("ListEventSourceMappings", await this.#ask({ path: `${PATH}?${query}` }));
      const { EventSourceMappings, NextMarker } = page.parse(JSON.parse(answer));
      found.push(...EventSourceMappings.flatMap((one) => streamMapping(one, name, isReader)));
      marker = NextMarker ?? undefined;
      if (marker === undefined) return found;
    }
    throw new Error("the region has more event source mappings than can be listed");
  }

  async create(made: Parameters<StreamMappings["create"]>[0]): Promise<void> {
    const { stream, reader, isStopped = false, settings } = made;
    const asked = { EventSourceArn: stream, FunctionName: reader, StartingPosition: "TRIM_HORIZON" };
    const body = JSON.stringify({ ...settings, ...asked, Enabled: !isStopped });
    const answer = await this.#ask({ path: PATH, body });
    if (answer.status === CONFLICT) return;
    if (/Cannot access stream/i.test(answer.text)) throw new NotYetError(messageIn(answer.text));
    required("CreateEventSourceMapping", answer);
  }

  async remove(id: string): Promise<void> {
    const answer = await this.#ask({ path: `${PATH}/${encodeURIComponent(id)}`, method: "DELETE" });
    if (answer.status === NO_SUCH) return;
    if (/in use/i.test(answer.text) && !ACCEPTED.has(answer.status)) throw new NotYetError(messageIn(answer.text));
    required("DeleteEventSourceMapping", answer);
  }

  async roleOf(reader: string): Promise<string | undefined> {
    const [name = "", qualifier] = reader.split(":function:")[1]?.split(":") ?? [];
    const query = qualifier === undefined ? "" : `?${new URLSearchParams({ Qualifier: qualifier })}`;
    const path = `/2015-03-31/functions/${encodeURIComponent(name)}/configuration${query}`;
    const answer = await this.#ask({ path });
    if (answer.status === NO_SUCH) return undefined;
    const text = required(`GetFunctionConfiguration of ${name}`, answer);
    return configuration.parse(JSON.parse(text)).Role.split("/").at(-1) ?? "";
  }

  #ask(request: Pick<AwsRequest, "path" | "method" | "body">): Promise<AwsAnswer> {
    const region = this.#region;
    const headers = { "content-type": "application/json" };
    const whole = { service: "lambda", region, host: `lambda.${region}.amazonaws.com`, headers, ...request };
    return this.#aws(whole, AbortSignal.timeout(CALL_MS));
  }
}

/** Returns the text of a successful answer, and throws the error text of any other answer. */
function required(call: string, { status, text }: AwsAnswer): string {
  if (ACCEPTED.has(status)) return text;
  throw new Error(`Lambda answers ${call} with ${status}: ${messageIn(text)}`);
}

function streamMapping(
  one: z.output<typeof mapping>,
  table: string,
  isReader: (functionArn: string) => boolean,
): StreamMapping[] {
  const { UUID: id, EventSourceArn: stream = "", FunctionArn: reader, State: state, FilterCriteriaError } = one;
  if (!stream.includes(`:table/${table}/stream/`)) return [];
  // A mapping without its filters would call the function with changes that it does not expect.
  if (FilterCriteriaError && isReader(reader)) throw new Error(`the filters of the mapping ${id} cannot be read`);
  const settings = SETTINGS.flatMap((name) => (isSaid(one[name]) ? [[name, one[name]] as const] : []));
  const isDrained = one.LastProcessingResult === NOTHING_NEW || undefined;
  // The reason is "User initiated" or "Lambda initiated". Lambda disables mappings whose stream it can no longer read.
  const isStopped = (STOPPED.has(state) && !/lambda/i.test(one.StateTransitionReason ?? "")) || undefined;
  return [{ id, stream, reader, state, isDrained, isStopped, settings: Object.fromEntries(settings) }];
}

/** Says whether a setting has a value. Lambda answers null or an empty object for one that a mapping does not have. */
function isSaid(value: unknown): boolean {
  if (typeof value !== "object" || Array.isArray(value)) return value !== undefined;
  return value !== null && Object.values(value).some(isSaid);
}
