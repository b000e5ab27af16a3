import { attributeValue, type MessageAttributes } from "./message-digest.ts";
import { MAX_DELAY_SECONDS, MAX_MESSAGE_BYTES, MAX_VISIBILITY_SECONDS, MAX_WAIT_SECONDS } from "./queue-definition.ts";
import { invalidParameterValue, missingParameter, SqsError } from "./sqs-error.ts";

const MAX_ATTRIBUTES = 10;
const ATTRIBUTE_NAME = /^(?!aws\.|amazon\.)(?!.*\.\.)[A-Za-z0-9_-][A-Za-z0-9_.-]{0,255}(?<!\.)$/i;
const DATA_TYPE = /^(String|Number|Binary)(\..{1,249})?$/;
/** Letters, digits and ASCII punctuation are allowed, as for the group of a FIFO queue. */
const GROUP_ID = /^[!-~]{1,128}$/;
/**
 * SQS accepts the characters of XML 1.0: no control characters except tab, line feed and carriage return, and no lone
 * surrogates.
 */
const REFUSED_CHARACTERS = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/u;

export interface Outgoing {
  readonly MessageBody: string;
  readonly DelaySeconds?: number | undefined;
  readonly MessageGroupId?: string | undefined;
  readonly MessageAttributes?: MessageAttributes | undefined;
}

/** Refuses what SQS would refuse. Returns the size in bytes that counts against the limit. */
export function checkOutgoing({ MessageBody, DelaySeconds, MessageGroupId, MessageAttributes = {} }: Outgoing): number {
  if (MessageBody === "") throw missingParameter("MessageBody");
  checkText(MessageBody);
  checkRange("DelaySeconds", DelaySeconds, MAX_DELAY_SECONDS);
  if (MessageGroupId !== undefined && !GROUP_ID.test(MessageGroupId)) {
    throw invalidParameterValue(
      `Value ${MessageGroupId} for parameter MessageGroupId is invalid. Reason: MessageGroupId can only include alphanumeric and punctuation characters. 1 to 128 in length.`,
    );
  }
  const size = Buffer.byteLength(MessageBody) + checkAttributes(MessageAttributes);
  if (size > MAX_MESSAGE_BYTES) {
    throw invalidParameterValue(
      `One or more parameters are invalid. Reason: Message must be shorter than ${MAX_MESSAGE_BYTES} bytes.`,
    );
  }
  return size;
}

export const checkVisibility = (seconds: number | undefined) =>
  checkRange("VisibilityTimeout", seconds, MAX_VISIBILITY_SECONDS);

export const checkWait = (seconds: number | undefined) => checkRange("WaitTimeSeconds", seconds, MAX_WAIT_SECONDS);

export function checkMaxMessages(count: number | undefined): void {
  if (count !== undefined && !(Number.isInteger(count) && count >= 1 && count <= 10)) {
    throw invalidParameterValue(
      `Value ${count} for parameter MaxNumberOfMessages is invalid. Reason: Must be between 1 and 10, if provided.`,
    );
  }
}

function checkRange(name: string, seconds: number | undefined, max: number): void {
  if (seconds === undefined || (Number.isInteger(seconds) && seconds >= 0 && seconds <= max)) return;
  throw invalidParameterValue(
    `Value ${seconds} for parameter ${name} is invalid. Reason: Must be between 0 and ${max}, if provided.`,
  );
}

function checkText(text: string): void {
  if (!REFUSED_CHARACTERS.test(text)) return;
  throw new SqsError(
    "InvalidMessageContents",
    "Invalid characters found. Valid unicode characters are those of XML 1.0.",
  );
}

function checkAttributes(attributes: MessageAttributes): number {
  const entries = Object.entries(attributes);
  if (entries.length > MAX_ATTRIBUTES) {
    throw invalidParameterValue(`Number of message attributes [${entries.length}] exceeds the allowed maximum [10].`);
  }
  let size = 0;
  for (const [name, attribute] of entries) {
    const value = attributeValue(attribute);
    if (!ATTRIBUTE_NAME.test(name)) throw invalidParameterValue(`The message attribute name '${name}' is invalid.`);
    if (!DATA_TYPE.test(attribute.DataType)) {
      throw invalidParameterValue(`The type of message attribute '${name}' is invalid.`);
    }
    if (value.length === 0)
      throw invalidParameterValue(`The message attribute '${name}' must contain a non-empty value.`);
    if (attribute.StringValue !== undefined) checkText(attribute.StringValue);
    size += Buffer.byteLength(name) + Buffer.byteLength(attribute.DataType) + value.length;
  }
  return size;
}
