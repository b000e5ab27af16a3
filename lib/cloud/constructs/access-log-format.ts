import { AccessLogField, AccessLogFormat } from "aws-cdk-lib/aws-apigateway";

/**
 * The gateway writes one JSON line per request, with ids, the route and durations. It omits addresses, headers and full
 * paths, because they are private to callers.
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
