import { AccessLogField, AccessLogFormat } from "aws-cdk-lib/aws-apigateway";

/**
 * The gateway writes one JSON line per request with ids, route and durations. Addresses, headers and full paths are
 * left out because they are private to callers.
 */
export const accessLogFormat = AccessLogFormat.custom(
  JSON.stringify({
    requestId: AccessLogField.contextRequestId(),
    at: AccessLogField.contextRequestTimeEpoch(),
    route: "$context.routeKey",
    status: AccessLogField.contextStatus(),
    responseBytes: AccessLogField.contextResponseLength(),
    responseMs: AccessLogField.contextResponseLatency(),
    functionMs: AccessLogField.contextIntegrationLatency(),
    gatewayError: AccessLogField.contextErrorMessage(),
    functionError: AccessLogField.contextIntegrationErrorMessage(),
  }),
);
