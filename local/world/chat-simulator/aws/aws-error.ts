/** The errors of AWS End User Messaging Social with their status (W1.4). */
export const AWS_ERRORS = {
  ValidationException: 400,
  InvalidParametersException: 400,
  LimitExceededException: 400,
  AccessDeniedException: 403,
  AccessDeniedByMetaException: 403,
  ResourceNotFoundException: 404,
  UnknownOperationException: 404,
  ConflictException: 409,
  ThrottledRequestException: 429,
  InternalServiceException: 500,
  DependencyException: 502,
  ServiceUnavailable: 503,
} as const;

export type AwsErrorName = keyof typeof AWS_ERRORS;

/** A refusal of an AWS call. The SDK turns the answer into the exception whose name is the value of `type`. */
export class AwsError extends Error {
  override name = "AwsError";
  readonly type: string;
  readonly status: number;

  constructor(type: AwsErrorName, message: string) {
    super(message);
    this.type = type;
    this.status = AWS_ERRORS[type];
  }
}

/** Returns the name of the error that AWS answers with a status. For any other status it is a general error. */
export function errorNameOfStatus(status: number): AwsErrorName {
  const names: Record<number, AwsErrorName> = {
    400: "ValidationException",
    403: "AccessDeniedException",
    404: "ResourceNotFoundException",
    409: "ConflictException",
    429: "ThrottledRequestException",
    502: "DependencyException",
    503: "ServiceUnavailable",
  };
  return names[status] ?? (status < 500 ? "ValidationException" : "InternalServiceException");
}

export const invalid = (message: string) => new AwsError("InvalidParametersException", message);
export const notFound = (message: string) => new AwsError("ResourceNotFoundException", message);
