/** Describes a function by its template. */
export interface FunctionSettings {
  /** The physical name of the function. */
  readonly name: string;
  readonly arn: string;
  /** The folder of the function's unpacked code. */
  readonly folder: string;
  readonly handler: string;
  readonly timeoutSeconds: number;
  readonly memoryMb: number;
  /** The ARN of the function's role. */
  readonly role: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly logGroup: string;
  /** At most this many environments of the function run on this machine. */
  readonly concurrency: number;
  /** Says whether the function is in a network, without which it reaches no private address. */
  readonly isInNetwork: boolean;
}

/** Contains the services that Lambda provides to every function. */
export interface Platform {
  /** Returns the URL of the module that is loaded before a function's own code. */
  readonly preload: (fn: Pick<FunctionSettings, "isInNetwork">) => string;
  /** Returns the variables that Lambda sets, including credentials. */
  readonly reserved: (
    fn: Pick<FunctionSettings, "name" | "role" | "handler" | "memoryMb" | "logGroup">,
  ) => Record<string, string>;
  readonly onLine: (functionName: string, line: string) => void;
}

/** Lambda allows this many bytes for the JSON of all variables of a function, and does not raise the quota. */
const MAX_ENVIRONMENT_BYTES = 4096;
const RESERVED =
  /^(?:AWS_REGION|AWS_DEFAULT_REGION|AWS_ACCESS_KEY|AWS_ACCESS_KEY_ID|AWS_SECRET_ACCESS_KEY|AWS_SESSION_TOKEN|AWS_LAMBDA_(?!NODEJS_ENTRYPOINT).*|AWS_EXECUTION_ENV|LAMBDA_TASK_ROOT|LAMBDA_RUNTIME_DIR|_HANDLER|_X_AMZN_TRACE_ID)$/;
/** Lambda unpacks a function here. In a rehearsal its code stays in the assembly. */
const TASK_ROOT = "/var/task";

/**
 * Returns the variables that a template sets for a function in this folder. Throws an error that Lambda would raise at
 * deployment.
 */
export function checkedEnvironment(
  name: string,
  variables: Readonly<Record<string, unknown>>,
  folder: string,
): Record<string, string> {
  const bytes = Buffer.byteLength(JSON.stringify(variables));
  if (bytes > MAX_ENVIRONMENT_BYTES)
    throw new Error(
      `Lambda was unable to configure your environment variables because the environment variables you have provided exceeded the 4KB limit: ${name}, ${bytes} bytes`,
    );
  const taken = Object.keys(variables).filter((one) => RESERVED.test(one));
  if (taken.length > 0) throw new Error(`${name} sets variables that Lambda reserves: ${taken.join(", ")}`);
  return Object.fromEntries(
    Object.entries(variables).map(([key, value]) => {
      const text = String(value);
      return [key, text.startsWith(`${TASK_ROOT}/`) ? `${folder}${text.slice(TASK_ROOT.length)}` : text];
    }),
  );
}
