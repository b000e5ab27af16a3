import type { AwsQuestions } from "./aws-questions.ts";
import { type Check, ok, skipped, warning } from "./check.ts";

const ADVICE =
  "if a deployment fails with 'Your account must be verified before you can add new CloudFront resources', open a case with AWS Support; a new account does so first";

/**
 * Checks whether an account may have distributions. AWS verifies new accounts before it lets them, and no call says
 * whether it has done so. An account that already has a distribution is verified.
 */
export const verifiedAccount = ({ hasDistribution }: AwsQuestions): Check => ({
  name: "CloudFront account",
  look: async (signal) => {
    const found = await hasDistribution(signal);
    if (found === undefined) return skipped("it cannot be read with these credentials", "cloudfront:ListDistributions");
    if (found) return ok("the account already has a distribution");
    return warning("the account has no distribution yet, and AWS does not say whether it may have one", ADVICE);
  },
});
