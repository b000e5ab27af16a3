import { Dashboard } from "aws-cdk-lib/aws-cloudwatch";
import type { Construct } from "constructs";
import type { OverviewProps } from "./overview-props.ts";
import { questionsOfOwners } from "./owners.ts";
import { questionsOfProvider } from "./provider.ts";
import { questionsOfUs } from "./us.ts";

/**
 * Creates a dashboard whose rows help to find, from top to bottom, whether a problem is ours, the provider's, or one
 * owner's.
 */
export function overview(scope: Construct, props: OverviewProps): Dashboard {
  return new Dashboard(scope, "Overview", {
    widgets: [...questionsOfUs(props), ...questionsOfProvider(props), ...questionsOfOwners(props)],
  });
}
