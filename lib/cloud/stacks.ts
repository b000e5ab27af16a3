import { type App, Tags } from "aws-cdk-lib";
import { type Bundler, bundleFunction } from "./bundle.ts";
import { DataStack } from "./data-stack.ts";
import { ServiceStack } from "./service-stack.ts";
import type { Settings } from "./settings.ts";

export interface HeraldStacks {
  readonly data: DataStack;
  readonly service: ServiceStack;
}

/** Two stacks per stage: what must survive, and what may be rebuilt at any time. */
export function heraldStacks(app: App, settings: Settings, bundle: Bundler = bundleFunction): HeraldStacks {
  const { stage, isProduction: terminationProtection } = settings;
  const data = new DataStack(app, `herald-data-${stage}`, { settings, terminationProtection });
  const service = new ServiceStack(app, `herald-service-${stage}`, { settings, data, bundle });
  Tags.of(app).add("service", "herald");
  Tags.of(app).add("stage", stage);
  return { data, service };
}
