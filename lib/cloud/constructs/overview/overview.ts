import { Dashboard } from "aws-cdk-lib/aws-cloudwatch";
import type { Construct } from "constructs";
import type { OverviewProps } from "./overview-props.ts";
import { questionsOfOwners } from "./owners.ts";
import { questionsOfProvider } from "./provider.ts";
import { questionsOfUs } from "./us.ts";

/** A dashboard that answers from top to bottom: is it us, the provider, or one owner? */
export function overview(scope: Construct, props: OverviewProps): Dashboard {
  return new Dashboard(scope, "Overview", {
    widgets: [...questionsOfUs(props), ...questionsOfProvider(props), ...questionsOfOwners(props)],
  });
}
