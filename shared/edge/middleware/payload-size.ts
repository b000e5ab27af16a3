import type { MiddlewareObj } from "@middy/core";
import { HEADERS_BYTES, refuseLargePayload } from "../../kernel/answer-size.ts";
import type { HttpAnswer } from "../http-answer.ts";

/** Turns an answer that exceeds Lambda's limit into an internal error, which is logged and answered. */
export function payloadSize(): MiddlewareObj<unknown, HttpAnswer> {
  return {
    after: ({ response }) => {
      if (response) refuseLargePayload(response, HEADERS_BYTES);
    },
  };
}
