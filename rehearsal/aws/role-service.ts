import { randomUUID } from "node:crypto";
import type { ServerResponse } from "node:http";
import { ofType } from "../resources/deployed.ts";
import { ServiceError } from "./key-service.ts";
import type { Call, Service } from "./service.ts";

const NAMESPACE = "https://iam.amazonaws.com/doc/2010-05-08/";
const STATUS: Readonly<Record<string, number>> = { AccessDenied: 403, NoSuchEntity: 404, InternalFailure: 500 };

/** Emulates the two calls of IAM that read and write an inline policy of a role. */
export const roles: Service = {
  name: "roles",
  refuse(response, status, type, message) {
    const code = type === "AccessDeniedException" ? "AccessDenied" : type;
    const text = message.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
    const error = `<Error><Type>Sender</Type><Code>${code}</Code><Message>${text}</Message></Error>`;
    xml(response, STATUS[code] ?? status, `<ErrorResponse xmlns="${NAMESPACE}">${error}</ErrorResponse>`);
  },
  async answer(call, body, allow) {
    const form = new URLSearchParams(body.toString());
    const [action, role] = [form.get("Action") ?? "", form.get("RoleName") ?? ""];
    const resource = `arn:aws:iam::${call.options.accountId}:role/${role}`;
    allow([{ action: `iam:${action}`, resource, context: {} }]);
    if (!ofType(call.options.deployment, "AWS::IAM::Role").some(({ ref }) => ref === role))
      throw new ServiceError("NoSuchEntity", `The role with name ${role} cannot be found.`);
    if (action === "GetRolePolicy") return read(call, resource, form);
    if (action === "PutRolePolicy") return write(call, resource, form);
    throw new ServiceError("InvalidAction", `Could not find operation ${action}`);
  },
};

const xml = (response: ServerResponse, status: number, text: string): void =>
  void response.writeHead(status, { "content-type": "text/xml", "x-amzn-requestid": randomUUID() }).end(text);

function read({ response, options }: Call, role: string, form: URLSearchParams): void {
  const name = form.get("PolicyName") ?? "";
  const document = options.account.inlinePolicy(role, name);
  if (document === undefined)
    throw new ServiceError("NoSuchEntity", `The role policy with name ${name} cannot be found.`);
  const policy = `<PolicyDocument>${encodeURIComponent(JSON.stringify(document))}</PolicyDocument>`;
  const named = `<RoleName>${form.get("RoleName")}</RoleName><PolicyName>${name}</PolicyName>`;
  const result = `<GetRolePolicyResult>${named}${policy}</GetRolePolicyResult>`;
  xml(response, 200, `<GetRolePolicyResponse xmlns="${NAMESPACE}">${result}</GetRolePolicyResponse>`);
}

function write({ response, options }: Call, role: string, form: URLSearchParams): void {
  const document: unknown = JSON.parse(form.get("PolicyDocument") ?? "");
  options.account.putInlinePolicy(role, form.get("PolicyName") ?? "", document);
  xml(response, 200, `<PutRolePolicyResponse xmlns="${NAMESPACE}"></PutRolePolicyResponse>`);
}
