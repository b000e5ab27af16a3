import { randomUUID } from "node:crypto";
import { type Call, jsonReply, type Reply, TAKEN_OVER } from "../http/reply.ts";
import type { Simulator } from "../simulator.ts";
import {
  getLinkedWhatsAppBusinessAccount,
  getLinkedWhatsAppBusinessAccountPhoneNumber,
  listLinkedWhatsAppBusinessAccounts,
  putWhatsAppBusinessAccountEventDestinations,
} from "./account-operations.ts";
import { AWS_ERRORS, AwsError, errorNameOfStatus } from "./aws-error.ts";
import {
  createWhatsAppMessageTemplateMedia,
  deleteWhatsAppMessageMedia,
  getWhatsAppMessageMedia,
  postWhatsAppMessageMedia,
} from "./media-operations.ts";
import { sendWhatsAppMessage } from "./send-operation.ts";
import {
  createWhatsAppMessageTemplate,
  deleteWhatsAppMessageTemplate,
  getWhatsAppMessageTemplate,
  listWhatsAppMessageTemplates,
  updateWhatsAppMessageTemplate,
} from "./template-operations.ts";

interface Operation {
  readonly name: string;
  readonly run: (simulator: Simulator, input: unknown) => object | Promise<object>;
}

/** The operations by method and path below `/v1/whatsapp` (W1.2). */
const OPERATIONS: Readonly<Record<string, Operation>> = {
  "POST /send": { name: "SendWhatsAppMessage", run: sendWhatsAppMessage },
  "POST /media": { name: "PostWhatsAppMessageMedia", run: postWhatsAppMessageMedia },
  "POST /media/get": { name: "GetWhatsAppMessageMedia", run: getWhatsAppMessageMedia },
  "DELETE /media": { name: "DeleteWhatsAppMessageMedia", run: deleteWhatsAppMessageMedia },
  "POST /template/put": { name: "CreateWhatsAppMessageTemplate", run: createWhatsAppMessageTemplate },
  "POST /template/media": { name: "CreateWhatsAppMessageTemplateMedia", run: createWhatsAppMessageTemplateMedia },
  "POST /template": { name: "UpdateWhatsAppMessageTemplate", run: updateWhatsAppMessageTemplate },
  "GET /template": { name: "GetWhatsAppMessageTemplate", run: getWhatsAppMessageTemplate },
  "GET /template/list": { name: "ListWhatsAppMessageTemplates", run: listWhatsAppMessageTemplates },
  "DELETE /template": { name: "DeleteWhatsAppMessageTemplate", run: deleteWhatsAppMessageTemplate },
  "GET /waba/details": { name: "GetLinkedWhatsAppBusinessAccount", run: getLinkedWhatsAppBusinessAccount },
  "GET /waba/phone/details": {
    name: "GetLinkedWhatsAppBusinessAccountPhoneNumber",
    run: getLinkedWhatsAppBusinessAccountPhoneNumber,
  },
  "GET /waba/list": { name: "ListLinkedWhatsAppBusinessAccounts", run: listLinkedWhatsAppBusinessAccounts },
  "PUT /waba/eventdestinations": {
    name: "PutWhatsAppBusinessAccountEventDestinations",
    run: putWhatsAppBusinessAccountEventDestinations,
  },
};

export const OPERATION_NAMES: readonly string[] = Object.values(OPERATIONS).map(({ name }) => name);

const BASE = "/v1/whatsapp";
/** If the answer must get lost, the connection stays open until the caller gives up, or this long. */
const LOST_ANSWER_MS = 60_000;

export const isAwsPath = (path: string) => path.startsWith("/v1/");

/** Returns the name of the operation for a method and a path. */
export function operationOf(method: string, pathname: string): string | undefined {
  const path = pathname.slice(BASE.length).replace(/\/$/, "");
  return pathname.startsWith(BASE) ? OPERATIONS[`${method} ${path}`]?.name : undefined;
}

/** Answers one call of the REST-JSON protocol. The signature is not checked. */
export async function answerAws(simulator: Simulator, call: Call): Promise<Reply | typeof TAKEN_OVER> {
  const requestId = { "x-amzn-requestid": randomUUID() };
  try {
    const path = call.url.pathname.slice(BASE.length).replace(/\/$/, "");
    const operation = call.url.pathname.startsWith(BASE) ? OPERATIONS[`${call.method} ${path}`] : undefined;
    if (!operation) throw new AwsError("UnknownOperationException", "The operation is not known");
    const fault = simulator.faults.take(operation.name);
    if (fault?.status !== undefined) return failed(fault.status, "a fault was asked for", requestId);
    const output = await operation.run(simulator, inputOf(call));
    return fault ? loseAnswer(call) : jsonReply(200, output, { ...requestId, "content-type": "application/json" });
  } catch (error) {
    if (error instanceof AwsError)
      return answered(error.type, { status: error.status, message: error.message, requestId });
    return failed(AWS_ERRORS.InternalServiceException, "The simulator failed", requestId);
  }
}

/** The input is the body together with the query. */
function inputOf({ url, body }: Call): unknown {
  const query = Object.fromEntries(url.searchParams);
  if (body.byteLength === 0) return query;
  try {
    const parsed: unknown = JSON.parse(body.toString("utf8"));
    return typeof parsed === "object" && parsed !== null ? { ...query, ...parsed } : parsed;
  } catch {
    throw new AwsError("ValidationException", "The request body is not JSON");
  }
}

function loseAnswer({ response }: Call): typeof TAKEN_OVER {
  const timer = setTimeout(() => response.destroy(), LOST_ANSWER_MS).unref();
  response.on("close", () => clearTimeout(timer));
  return TAKEN_OVER;
}

function failed(status: number, message: string, requestId: Record<string, string>): Reply {
  return answered(errorNameOfStatus(status), { status, message, requestId });
}

function answered(
  type: string,
  { status, message, requestId }: { status: number; message: string; requestId: Record<string, string> },
): Reply {
  return jsonReply(status, { message }, { ...requestId, "x-amzn-errortype": type, "content-type": "application/json" });
}
