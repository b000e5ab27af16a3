import type { ClassifiedFailure } from "../domain/provider-errors.ts";

/** The texts of these exceptions are about the message. The texts of all other exceptions show our own internals (roles, requests). */
const ABOUT_THE_MESSAGE = new Set([
  "ValidationException",
  "InvalidParametersException",
  "ResourceNotFoundException",
  "LimitExceededException",
]);
const MAX_CHARACTERS = 1000;
const CLOUD_NAME = /\barn:[\w:/.-]+/g;
const CONTROL = /[\p{Cc}\p{Cs}]+/gu;

/** Joins the cause with the provider's error text, in which AWS resource names (ARNs) are hidden. */
export function causeWithMessage({ cause }: ClassifiedFailure, { name, message }: Error): string {
  if (!ABOUT_THE_MESSAGE.has(name)) return cause;
  const shown = message.replace(CLOUD_NAME, "[hidden]").replace(CONTROL, " ").trim().slice(0, MAX_CHARACTERS);
  return shown === "" ? cause : `${cause}: ${shown.toWellFormed()}`;
}
