import { AccessLogField, AccessLogFormat } from "aws-cdk-lib/aws-apigateway";

/** One JSON line per request: ids, route and durations. No address, header or path beyond the route: those are the callers' own. */
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
