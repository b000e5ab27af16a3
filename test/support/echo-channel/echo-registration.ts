import * as z from "zod";
import { CONTENT_CODECS } from "../../../shared/channels/content-wiring.ts";
import { ACCOUNT_FIELD_OF } from "../../../shared/channels/contract/account-field.ts";
import { notificationRequest } from "../../../shared/channels/contract/notification-request.ts";
import { REPORTS_DELIVERY } from "../../../shared/channels/domain/delivery-reports.ts";
import { EXPLAINERS } from "../../../shared/channels/domain/explanations.ts";
import type { Channel } from "../../../shared/notifications/channel.ts";
import { explanationsOf } from "../../../shared/notifications/domain/explanation/explain.ts";
import { noChatIntake, noChatOutlet } from "../no-chat.ts";
import type { EchoContent } from "./echo-content.ts";
import { echoContent } from "./echo-content-item.ts";
import { type ExpandedEcho, echoExpander } from "./echo-expander.ts";
import { ECHO_EXPLAINER } from "./echo-explainer.ts";
import { echoIntake } from "./echo-intake.ts";
import { type EchoOutletDeps, echoOutlet } from "./echo-outlet.ts";
import { type EchoRequest, echoRequest } from "./echo-request.ts";
import { echoReviewer } from "./echo-reviewer.ts";
import { echoShowcase, type ShownEcho } from "./echo-showcase.ts";

const echoChannel = (
  deps: EchoOutletDeps,
): Channel<EchoRequest, EchoContent, ShownEcho, ExpandedEcho, EchoContent> => ({
  intake: echoIntake,
  outlet: echoOutlet(deps),
  showcase: echoShowcase,
  expander: echoExpander,
  reviewer: echoReviewer,
  explainer: ECHO_EXPLAINER,
  codec: echoContent,
});

// The tests' channel `echo` is registered beside the product's channels, as shared/channels and shared/composition register those.

export const requestWithEcho = z.union([notificationRequest, echoRequest]);
export const codecsWithEcho = { ...CONTENT_CODECS, echo: echoContent };
export const explanationsWithEcho = explanationsOf({ ...EXPLAINERS, echo: ECHO_EXPLAINER });
export const accountFieldsWithEcho = { ...ACCOUNT_FIELD_OF, echo: "echo_account_id" };
export const reportsDeliveryWithEcho = { ...REPORTS_DELIVERY, echo: false };
export const partsWithEcho = (deps: EchoOutletDeps) => {
  const { intake, outlet, showcase, expander, reviewer } = echoChannel(deps);
  return {
    intakes: { email: noChatIntake, chat: noChatIntake, echo: intake },
    outlets: { email: noChatOutlet, chat: noChatOutlet, echo: outlet },
    showcases: { echo: showcase },
    expanders: { echo: expander },
    reviewers: { echo: reviewer },
  };
};
