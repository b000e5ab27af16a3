import * as z from "zod";
import { CHANNELS } from "../domain/channel-names.ts";

/** Notifications take any name of a channel, but answers only name one of these. */
export const channelName: z.ZodType<string, string> = z.enum(CHANNELS);
