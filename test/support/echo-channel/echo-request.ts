import * as z from "zod";
import { requiredText } from "../../../shared/edge/contract/fields.ts";
import { type SendOptions, sendOptions } from "../../../shared/notifications/contract/send-options.ts";

export interface EchoRequest extends SendOptions {
  readonly channel: "echo";
  readonly recipient: string;
  readonly shout: string;
}

export const echoRequest = z
  .strictObject({
    channel: z.literal("echo"),
    recipient: requiredText("recipient"),
    shout: requiredText("shout"),
    ...sendOptions,
  })
  .transform(({ send_at: sendAt, ...same }): EchoRequest => ({ ...same, sendAt }));
