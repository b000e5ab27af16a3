import type { Account } from "../iam/account.ts";
import type { Lambda } from "../lambda/lambda.ts";
import type { PutMetric } from "../metrics/metric-store.ts";
import { type Deployment, ofType } from "../resources/deployed.ts";
import { functionName } from "../resources/kinds.ts";
import { functionAnswer, functionEvent, newRequestId } from "./function-event.ts";
import { type Answer, type Message, textAnswer } from "./message.ts";

/**
 * Serves the URLs of functions by host. Each call needs two permissions (AWS Lambda Developer Guide, "Control access to
 * function URLs").
 */
export function functionUrls(
  deployment: Deployment,
  account: Account,
  lambda: Lambda,
  put: PutMetric,
): ReadonlyMap<string, (message: Message, body: Buffer, sourceIp: string) => Promise<Answer>> {
  return new Map(
    ofType(deployment, "AWS::Lambda::Url").map(({ properties, attributes, account: accountId }) => {
      const host = new URL(attributes.FunctionUrl ?? "").host;
      const { AuthType: authType, Qualifier: qualifier } = properties;
      if (authType !== "NONE") throw new Error(`function URLs with ${String(authType)} are not known here`);
      const target = `${String(properties.TargetFunctionArn)}${qualifier === undefined ? "" : `:${String(qualifier)}`}`;
      const ask = (action: string, context: Record<string, string>): boolean =>
        account.ask({ caller: { service: "*" }, action, resource: target, context }).isAllowed;
      return [
        host,
        async (message, body, sourceIp) => {
          const isOpen =
            ask("lambda:InvokeFunctionUrl", { "lambda:functionurlauthtype": "NONE" }) &&
            ask("lambda:InvokeFunction", { "lambda:invokedviafunctionurl": "true" });
          if (!isOpen)
            return textAnswer(
              403,
              "application/json",
              '{"Message":"Forbidden. For troubleshooting Function URL authorization issues"}',
            );
          const place = { account: accountId, apiId: host.split(".")[0] ?? "", domainName: host, routeKey: "$default" };
          const event = functionEvent(message, body, {
            ...place,
            pathParameters: {},
            sourceIp,
            requestId: newRequestId(),
          });
          const answer = functionAnswer(await lambda.invoke(target, event));
          const count = (name: string, value: number): void =>
            put({ namespace: "AWS/Lambda", name }, { FunctionName: functionName(target) }, value);
          count("UrlRequestCount", 1);
          count("Url5xxCount", answer.status >= 500 ? 1 : 0);
          return answer;
        },
      ];
    }),
  );
}
