/**
 * A failure that is answered with Amazon SQS's own text. `code` is the name of the shape, after which the SDK names its
 * exception. `queryCode` is the name in the older query protocol, which the SDK provides as `Code`.
 */
export class SqsError extends Error {
  readonly code: string;
  readonly queryCode: string;

  constructor(code: string, message: string, queryCode = code) {
    super(message);
    this.name = "SqsError";
    this.code = code;
    this.queryCode = queryCode;
  }
}

const LEGACY = "AWS.SimpleQueueService";

export const queueDoesNotExist = () =>
  new SqsError("QueueDoesNotExist", "The specified queue does not exist.", `${LEGACY}.NonExistentQueue`);

export const receiptHandleIsInvalid = () =>
  new SqsError("ReceiptHandleIsInvalid", "The input receipt handle is invalid.");

export const invalidParameterValue = (reason: string) => new SqsError("InvalidParameterValue", reason);

export const messageNotAvailable = (handle: string) =>
  invalidParameterValue(
    `Value ${handle} for parameter ReceiptHandle is invalid. Reason: Message does not exist or is not available for visibility timeout change.`,
  );

export const missingParameter = (name: string) =>
  new SqsError("MissingParameter", `The request must contain the parameter ${name}.`);

export const messageNotInflight = () =>
  new SqsError("MessageNotInflight", "The message referred to is not in flight.", `${LEGACY}.MessageNotInflight`);

export const unsupportedOperation = (operation: string) =>
  new SqsError(
    "UnsupportedOperation",
    `The local queue engine does not know the operation ${operation}.`,
    `${LEGACY}.UnsupportedOperation`,
  );

/**
 * `code` is one of BatchEntryIdsNotDistinct, BatchRequestTooLong, EmptyBatchRequest, InvalidBatchEntryId,
 * TooManyEntriesInBatchRequest.
 */
export const badBatch = (code: string, message: string) => new SqsError(code, message, `${LEGACY}.${code}`);
