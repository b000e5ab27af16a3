import * as z from "zod";
import { type AwsQuestions, messageIn } from "./aws-questions.ts";
import { type Check, type Finding, ok, warning } from "./check.ts";

/** Parses the list as the cloud provider and the simulator return it. */
export const linkedAccounts = z.looseObject({
  linkedAccounts: z.array(
    z.looseObject({
      registrationStatus: z.string().optional(),
      eventDestinations: z.array(z.looseObject({ eventDestinationArn: z.string() })).default([]),
    }),
  ),
});

const LINK = "link one in the console of AWS End User Messaging Social; email works without";

/**
 * Checks the business accounts. Email needs none, so no result here fails a deployment. `chatTopicArn` is undefined if
 * the stack creates its own topic.
 */
export const businessAccounts = (
  chatTopicArn: string | undefined,
  { businessAccounts: list, region }: AwsQuestions,
): Check => ({
  name: "business account",
  look: async (signal) => {
    const answer = await list(signal).catch(() => undefined);
    if (answer === undefined)
      return warning(
        `no End User Messaging Social in ${region}`,
        "for chat take a region that has it; email works without",
      );
    const read = linkedAccounts.safeParse(answer.status === 200 ? JSON.parse(answer.text) : undefined);
    if (!read.success) return warning(`cannot be listed in ${region}: ${messageIn(answer.text)}`, LINK);
    return linkOf(read.data, { place: region, chatTopicArn });
  },
});

/**
 * Finds out whether chat can be used, which needs a linked account that has completed its registration and publishes
 * events to our topic.
 */
export function linkOf(
  { linkedAccounts: all }: z.output<typeof linkedAccounts>,
  { place, chatTopicArn }: { readonly place: string; readonly chatTopicArn: string | undefined },
): Finding {
  if (all.length === 0) return warning(`none is linked in ${place}`, LINK);
  const complete = all.filter(({ registrationStatus = "COMPLETE" }) => registrationStatus === "COMPLETE");
  if (complete.length === 0)
    return warning(`${all.length} linked in ${place}, none with a complete registration`, "finish it in the console");
  if (chatTopicArn === undefined) return ok(`${complete.length} linked in ${place}`);
  const heard = complete.filter(({ eventDestinations }) =>
    eventDestinations.some(({ eventDestinationArn }) => eventDestinationArn === chatTopicArn),
  );
  return heard.length > 0
    ? ok(`${heard.length} linked in ${place}, with events to the chat topic`)
    : warning(
        `${complete.length} linked in ${place}, none with events to the chat topic`,
        `make ${chatTopicArn} the account's event destination (docs/chat-events.md)`,
      );
}
