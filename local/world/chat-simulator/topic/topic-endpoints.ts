import { randomUUID } from "node:crypto";
import type { Call, Reply } from "../http/reply.ts";
import type { Simulator } from "../simulator.ts";
import { subscriptionArn } from "./sns-message.ts";

/**
 * Serves the topic service's certificate and the address that confirms a subscription. Returns undefined for any other
 * path.
 */
export function answerTopicService(simulator: Simulator, call: Call): Reply | undefined {
  const { identity } = simulator.signing();
  if (call.url.pathname === identity.certificatePath) {
    return { status: 200, headers: { "content-type": "application/x-pem-file" }, body: identity.certificatePem };
  }
  if (call.url.pathname !== "/") return undefined;
  const parameters = call.method === "POST" ? new URLSearchParams(call.body.toString("utf8")) : call.url.searchParams;
  return parameters.has("Action") ? answerAction(simulator, parameters) : undefined;
}

function answerAction(simulator: Simulator, parameters: URLSearchParams): Reply {
  const topicArn = parameters.get("TopicArn") ?? "";
  if (parameters.get("Action") !== "ConfirmSubscription") return failed("InvalidAction", "The action is not known");
  if (!simulator.subscription.confirm(topicArn, parameters.get("Token") ?? "")) {
    return failed("InvalidParameter", "Invalid parameter: Token");
  }
  const result = `<ConfirmSubscriptionResult><SubscriptionArn>${subscriptionArn(topicArn)}</SubscriptionArn></ConfirmSubscriptionResult>`;
  return xml(
    200,
    `<ConfirmSubscriptionResponse xmlns="http://sns.amazonaws.com/doc/2010-03-31/">${result}${requestId()}</ConfirmSubscriptionResponse>`,
  );
}

const failed = (code: string, message: string) =>
  xml(
    400,
    `<ErrorResponse><Error><Type>Sender</Type><Code>${code}</Code><Message>${message}</Message></Error>${requestId()}</ErrorResponse>`,
  );

const requestId = () => `<ResponseMetadata><RequestId>${randomUUID()}</RequestId></ResponseMetadata>`;

const xml = (status: number, body: string): Reply => ({ status, headers: { "content-type": "text/xml" }, body });
