import { config, VariableError, type VariableName } from "./config.ts";
import { once } from "./once.ts";

/** The settings that moving files needs. */
export interface MediaFilesConfig {
  readonly bucket: string;
  readonly region: string;
}

/** The settings that copying received files needs. */
export interface MediaCopiesConfig {
  readonly keyPrefix: string;
  readonly queueUrl: string;
}

/** The settings that links to files need. */
export interface MediaLinksConfig {
  readonly deliveryUrl: string;
  readonly publicKeyId: string;
  readonly privateKeyFile: string | undefined;
  readonly privateKeySealed: string | undefined;
  readonly urlSeconds: number;
  readonly queueUrl: string;
}

type Variables = NodeJS.ProcessEnv;

const isKept = (variables: Variables): boolean => config("MEDIA_BUCKET", variables) !== undefined;

function problemOf(name: VariableName, variables: Variables): string[] {
  try {
    return config(name, variables) === undefined ? [unset(name)] : [];
  } catch (error) {
    if (!(error instanceof VariableError)) throw error;
    return [error.message];
  }
}

const unset = (name: string): string => `${name}: must be set when MEDIA_BUCKET is set`;

function refuse(problems: readonly string[]): void {
  if (problems.length === 0) return;
  throw new Error(["the settings of media cannot be used:", ...problems].join("\n  "));
}

const problemsOf = (names: readonly VariableName[], variables: Variables): readonly string[] =>
  names.flatMap((name) => problemOf(name, variables));

// Each part is undefined when the deployment keeps no media. When variables are missing or wrong, the error has one
// readable line for each (R-chat-settings). A function needs only the variables of the parts that it reads.

export function readMediaFiles(variables: Variables): MediaFilesConfig | undefined {
  if (!isKept(variables)) return undefined;
  refuse(problemsOf(["MEDIA_BUCKET_REGION"], variables));
  return { bucket: config("MEDIA_BUCKET", variables) ?? "", region: config("MEDIA_BUCKET_REGION", variables) ?? "" };
}

export function readMediaCopies(variables: Variables): MediaCopiesConfig | undefined {
  if (!isKept(variables)) return undefined;
  refuse(problemsOf(["MEDIA_KEY_PREFIX", "MEDIA_QUEUE_URL"], variables));
  return {
    keyPrefix: config("MEDIA_KEY_PREFIX", variables),
    queueUrl: config("MEDIA_QUEUE_URL", variables) ?? "",
  };
}

export function readMediaLinks(variables: Variables): MediaLinksConfig | undefined {
  if (!isKept(variables)) return undefined;
  const privateKeyFile = config("MEDIA_PRIVATE_KEY_FILE", variables);
  const privateKeySealed = config("MEDIA_PRIVATE_KEY_SEALED", variables);
  const hasKey = (privateKeyFile ?? privateKeySealed) !== undefined;
  refuse([
    ...problemsOf(["MEDIA_DELIVERY_URL", "MEDIA_PUBLIC_KEY_ID", "MEDIA_QUEUE_URL", "MEDIA_URL_SECONDS"], variables),
    ...(hasKey ? [] : [unset("MEDIA_PRIVATE_KEY_FILE or MEDIA_PRIVATE_KEY_SEALED")]),
  ]);
  return {
    privateKeyFile,
    privateKeySealed,
    deliveryUrl: config("MEDIA_DELIVERY_URL", variables) ?? "",
    publicKeyId: config("MEDIA_PUBLIC_KEY_ID", variables) ?? "",
    urlSeconds: config("MEDIA_URL_SECONDS", variables),
    queueUrl: config("MEDIA_QUEUE_URL", variables) ?? "",
  };
}

export const mediaFiles = /* @__PURE__ */ once(() => readMediaFiles(process.env));
export const mediaCopies = /* @__PURE__ */ once(() => readMediaCopies(process.env));
export const mediaLinks = /* @__PURE__ */ once(() => readMediaLinks(process.env));
