import * as z from "zod";
import { functionIn, type Templates } from "./synthesise.ts";

/** Every secret that a template refers to has this value. */
export const SECRET = "0123456789abcdef".repeat(4);
const REGION = "eu-central-1";
const ACCOUNT = "123456789012";

const join = z.object({ "Fn::Join": z.tuple([z.string(), z.array(z.unknown())]) }).transform((one) => one["Fn::Join"]);
const output = z
  .object({ "Fn::GetStackOutput": z.object({ StackName: z.string(), OutputName: z.string() }) })
  .transform((one) => one["Fn::GetStackOutput"]);
const reference = z.object({ Ref: z.string() }).transform((one) => one.Ref);
const attribute = z
  .object({ "Fn::GetAtt": z.tuple([z.string(), z.string()]) })
  .transform((one) => one["Fn::GetAtt"].join("."));
const template = z.object({
  Resources: z.record(z.string(), z.object({ Type: z.string() })),
  Outputs: z.record(z.string(), z.object({ Value: z.unknown() })),
});
type Stack = z.output<typeof template>;
/** Maps the part of a stack's name that names its kind (such as `service`) to the stack. */
type Others = Readonly<Record<string, Stack>>;

/** Returns the text that CloudFormation inserts for a reference, by the resource's type and the attribute. */
const VALUES: Readonly<Record<string, (logicalId: string) => string>> = {
  // The embedded engine uses these names of tables.
  "AWS::DynamoDB::GlobalTable": (id) => id.replace(/Table$/, ""),
  "AWS::S3::Bucket": (id) => id.toLowerCase(),
  "AWS::SQS::Queue": (id) => `https://sqs.${REGION}.amazonaws.com/${ACCOUNT}/${id}`,
  "AWS::SNS::Topic": (id) => `arn:aws:sns:${REGION}:${ACCOUNT}:${id}`,
  "AWS::KMS::Key.Arn": (id) => `arn:aws:kms:${REGION}:${ACCOUNT}:key/${id}`,
  "AWS::SecretsManager::Secret": (id) => `arn:aws:secretsmanager:${REGION}:${ACCOUNT}:secret:${id}`,
};

function referred(named: string, { Resources }: Stack): string {
  if (named === "AWS::Region") return REGION;
  const [id = "", ...attributes] = named.split(".");
  const kind = [Resources[id]?.Type, ...attributes].join(".");
  const value = VALUES[kind];
  if (value === undefined) throw new Error(`no value is known for ${named}, a ${kind}`);
  return value(id);
}

/** Returns a value of a template as the deployed function gets it. Throws for an unknown expression. */
function resolved(value: unknown, stack: Stack, others: Others): string {
  if (typeof value === "string") return value;
  const joined = join.safeParse(value).data;
  if (joined) return joined[1].map((part) => resolved(part, stack, others)).join(joined[0]);
  const read = output.safeParse(value).data;
  if (read) return readValue(read, others);
  const named = reference.safeParse(value).data ?? attribute.safeParse(value).data;
  if (named === undefined) throw new Error(`cannot read ${JSON.stringify(value)}`);
  return referred(named, stack);
}

function readValue({ StackName, OutputName }: z.output<typeof output>, others: Others): string {
  const stack = Object.entries(others).find(([name]) => StackName.startsWith(`herald-${name}-`))?.[1];
  const there = stack?.Outputs[OutputName];
  if (stack === undefined || there === undefined) throw new Error(`${StackName} has no output ${OutputName}`);
  return resolved(there.Value, stack, {});
}

export type Variables = Readonly<Record<string, string>>;

/** Returns the whole environment that the template of the service gives to a function, with its references resolved. */
export function deployedEnvironment(templates: Templates, name: string): Variables {
  const data = template.parse(templates.data.toJSON());
  const service = template.parse(templates.service.toJSON());
  const values = Object.entries(variablesIn(templates, name)).map(([variable, value]) => {
    const text = resolved(value, service, { data });
    return [variable, text.replaceAll(/\{\{resolve:secretsmanager:[^}]*\}\}/g, SECRET)] as const;
  });
  return Object.fromEntries(values);
}

/** Returns the environment of the operator's commands, which is an output of the service's stack. */
export function operatorEnvironment(templates: Templates): Variables {
  const data = template.parse(templates.data.toJSON());
  const service = template.parse(templates.service.toJSON());
  const text = resolved(service.Outputs.OperatorEnvironment?.Value, service, { data });
  return z.record(z.string(), z.string()).parse(JSON.parse(text));
}

function variablesIn({ service }: Templates, name: string): Record<string, unknown> {
  const servers = Object.values(service.findResources("AWS::Lambda::WebFunctionRevision"));
  const server = servers.find(({ Properties }) => Properties.Description === `Herald: ${name}`);
  if (server) return server.Properties.ServiceConfig.EnvironmentVariables;
  return functionIn(service, name)[1].Properties.Environment?.Variables ?? {};
}

/** Returns the variables that Lambda itself sets for every function. */
export const lambdaVariables = (name: string): Variables => ({
  AWS_LAMBDA_FUNCTION_NAME: name,
  AWS_LAMBDA_FUNCTION_VERSION: "1",
  AWS_EXECUTION_ENV: "AWS_Lambda_nodejs24.x",
  AWS_REGION: REGION,
  AWS_DEFAULT_REGION: REGION,
  AWS_ACCESS_KEY_ID: "local",
  AWS_SECRET_ACCESS_KEY: "local-secret",
  AWS_SESSION_TOKEN: "local-token",
  LAMBDA_TASK_ROOT: "/var/task",
  TZ: ":UTC",
});
