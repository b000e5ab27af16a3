import { CfnOutput, type Stack } from "aws-cdk-lib";
import type { HttpApi } from "aws-cdk-lib/aws-apigatewayv2";
import { routes } from "../../shared/routes.ts";
import { webFunctions } from "../functions.ts";
import { Edge } from "./constructs/edge.ts";
import type { HeraldFunction } from "./constructs/herald-function.ts";
import type { MediaCdn } from "./constructs/media-cdn.ts";
import type { OriginSecrets } from "./constructs/origin-secrets.ts";
import type { UploadServer } from "./constructs/upload-server.ts";
import type { Settings } from "./settings.ts";

export interface FrontDoorProps {
  readonly settings: Settings;
  readonly secrets: OriginSecrets;
  readonly api: HttpApi;
  /** Maps paths to the URLs of functions that have an address of their own. */
  readonly functionUrls: Readonly<Record<string, string>>;
  /** All of these functions receive the origin secret. They get a new secret before the edge sends it. */
  readonly functions: readonly HeraldFunction[];
  readonly servers: readonly UploadServer[];
  /** `media` is undefined when the deployment keeps no media. */
  readonly media: MediaCdn | undefined;
}

const UPLOAD_PATHS = routes
  .filter(({ group }) => webFunctions.some((server) => server.group === group))
  .map(({ path }) => path);

/** Creates the distribution in front of the service, and the outputs that its operator needs. */
export function frontDoor(stack: Stack, props: FrontDoorProps): Edge {
  const { settings, secrets, api, functionUrls, functions, servers, media } = props;
  const edge = new Edge(stack, "Edge", {
    settings,
    secret: secrets.sent,
    apiUrl: api.apiEndpoint,
    functionUrls,
    uploads: uploadsOf(settings, servers),
    media,
  });
  for (const { live } of functions) edge.distribution.node.addDependency(live);
  const output = (id: string, value: string, description: string) => new CfnOutput(stack, id, { value, description });
  output("BaseUrl", edge.baseUrl, "{base_url} of the interface");
  output("DistributionDomain", edge.distribution.distributionDomainName, "What a name of your own is an alias of");
  output("ApiUrl", api.apiEndpoint, "Behind the edge: it refuses requests that come past it");
  return edge;
}

function uploadsOf({ uploadServerDomain }: Settings, [server]: readonly UploadServer[]) {
  const host = uploadServerDomain ?? server?.web.endpoint.domainName;
  return { host, paths: UPLOAD_PATHS };
}
