import type { Session, Sessions } from "../aws/credentials.ts";
import type { Platform } from "./platform.ts";

/**
 * Returns the variables that Lambda sets for every function (AWS Lambda Developer Guide, "Defined runtime environment
 * variables").
 */
export function reservedVariables(region: string, sessions: Sessions): Platform["reserved"] {
  const opened = new Map<string, Session>();
  return ({ name, role, handler, memoryMb, logGroup }) => {
    const session = opened.get(name) ?? sessions.open(role, name);
    opened.set(name, session);
    return {
      AWS_REGION: region,
      AWS_DEFAULT_REGION: region,
      AWS_ACCESS_KEY_ID: session.accessKeyId,
      AWS_SECRET_ACCESS_KEY: session.secretAccessKey,
      AWS_SESSION_TOKEN: session.sessionToken,
      AWS_EXECUTION_ENV: "AWS_Lambda_nodejs24.x",
      AWS_LAMBDA_FUNCTION_NAME: name,
      AWS_LAMBDA_FUNCTION_VERSION: "1",
      AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(memoryMb),
      AWS_LAMBDA_INITIALIZATION_TYPE: "on-demand",
      AWS_LAMBDA_LOG_GROUP_NAME: logGroup,
      AWS_LAMBDA_LOG_STREAM_NAME: "rehearsal",
      AWS_LAMBDA_LOG_FORMAT: "JSON",
      AWS_LAMBDA_LOG_LEVEL: "INFO",
      AWS_XRAY_CONTEXT_MISSING: "LOG_ERROR",
      LAMBDA_TASK_ROOT: "/var/task",
      LAMBDA_RUNTIME_DIR: "/var/runtime",
      LANG: "en_US.UTF-8",
      TZ: ":UTC",
      PATH: "/var/lang/bin:/usr/local/bin:/usr/bin/:/bin:/opt/bin",
      NODE_PATH: "/opt/nodejs/node24/node_modules:/opt/nodejs/node_modules:/var/runtime/node_modules",
      _HANDLER: handler,
    };
  };
}
