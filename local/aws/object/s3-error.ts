/**
 * A failure that is answered to the client. The SDK names its exception after `code` (Amazon S3 API reference, "Error
 * responses").
 */
export class S3Error extends Error {
  readonly code: keyof typeof STATUS;

  constructor(code: keyof typeof STATUS, message: string) {
    super(message);
    this.name = "S3Error";
    this.code = code;
  }

  get status(): number {
    return STATUS[this.code];
  }
}

const STATUS = {
  AccessDenied: 403,
  AuthorizationHeaderMalformed: 400,
  BadDigest: 400,
  EntityTooLarge: 400,
  EntityTooSmall: 400,
  IncompleteBody: 400,
  InternalError: 500,
  InvalidAccessKeyId: 403,
  InvalidArgument: 400,
  InvalidDigest: 400,
  InvalidPart: 400,
  InvalidPartOrder: 400,
  InvalidRange: 416,
  InvalidRequest: 400,
  InvalidURI: 400,
  KeyTooLongError: 400,
  MalformedXML: 400,
  MetadataTooLarge: 400,
  MethodNotAllowed: 405,
  MissingContentLength: 411,
  NoSuchBucket: 404,
  NoSuchKey: 404,
  NoSuchUpload: 404,
  NoSuchVersion: 404,
  NotImplemented: 501,
  PreconditionFailed: 412,
  RequestTimeTooSkewed: 403,
  SignatureDoesNotMatch: 403,
  XAmzContentSHA256Mismatch: 400,
} as const;

export const noSuchKey = () => new S3Error("NoSuchKey", "The specified key does not exist.");
export const noSuchUpload = () =>
  new S3Error("NoSuchUpload", "The specified multipart upload does not exist. It may have been completed or aborted.");
export const preconditionFailed = () =>
  new S3Error("PreconditionFailed", "At least one of the pre-conditions you specified did not hold.");
export const incompleteBody = () =>
  new S3Error("IncompleteBody", "You did not provide the number of bytes that the request announced.");
