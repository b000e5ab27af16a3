import { type App, DefaultStackSynthesizer, PermissionsBoundary, Tags } from "aws-cdk-lib";
import { PROOF_TAG } from "../proof-tag.ts";
import { type Bundler, bundleFunction } from "./bundle.ts";
import { asSynthesizer } from "./constructs/as-interface.ts";
import { nameByRegion } from "./constructs/regional-name.ts";
import { DataStack } from "./data-stack.ts";
import { PanelStack } from "./panel-stack.ts";
import { boundaryName, stacksRoleArn } from "./pipeline/names.ts";
import { RecorderStack } from "./recorder-stack.ts";
import { ServiceStack } from "./service-stack.ts";
import type { Settings } from "./settings.ts";

export interface HeraldStacks {
  readonly data: DataStack;
  readonly service: ServiceStack;
  readonly panel: PanelStack;
  readonly recorder: RecorderStack | undefined;
}

/** Builds outside the CDK produce these parts. */
export interface Builds {
  readonly bundle?: Bundler;
  /** This folder holds the build of the panel. */
  readonly panel: string;
  /** This folder holds the guides below their path (`lib/guides-site.ts`). */
  readonly guides?: string;
}

/**
 * Creates the three stacks of a stage: one that must survive, one that may be rebuilt at any time, and the files of the
 * panel. A stage that `herald prove` creates may have a fourth, which records requests.
 */
export function heraldStacks(
  app: App,
  settings: Settings,
  { bundle = bundleFunction, panel: pages, guides }: Builds,
): HeraldStacks {
  const { stage, account, region, isProduction, pipeline } = settings;
  const env = { ...(account && { account }), ...(region && { region }) };
  // No role that a pipeline deploys can exceed the boundary.
  const boundary = pipeline && PermissionsBoundary.fromName(boundaryName({ stage, ...pipeline }));
  const place = () => ({
    env,
    synthesizer: synthesizerOf(settings),
    ...(boundary && { permissionsBoundary: boundary }),
  });
  const common = () => ({ settings, ...place(), terminationProtection: isProduction });
  const data = new DataStack(app, `herald-data-${stage}`, common());
  const service = new ServiceStack(app, `herald-service-${stage}`, { ...common(), data, bundle });
  nameByRegion(service);
  const files = { panel: pages, guides };
  const panel = new PanelStack(app, `herald-panel-${stage}`, { settings, ...place(), edge: service.edge, ...files });
  const { recorderPath: path, recorderConcurrency: concurrency } = settings;
  const recorder =
    settings.recorder && path !== undefined
      ? new RecorderStack(app, `herald-recorder-${stage}`, { ...place(), path, concurrency })
      : undefined;
  Tags.of(app).add("service", "herald");
  Tags.of(app).add("stage", stage);
  if (settings.recorder) Tags.of(app).add(PROOF_TAG, stage);
  return { data, service, panel, recorder };
}

/** Selects the bootstrap and the role that deploy a stack. Each stack needs a synthesizer of its own. */
function synthesizerOf({ bootstrapQualifier: qualifier, pipeline, stage }: Settings) {
  const deployRoleArn = pipeline && stacksRoleArn({ stage, ...pipeline });
  return asSynthesizer(new DefaultStackSynthesizer({ qualifier, ...(deployRoleArn && { deployRoleArn }) }));
}
