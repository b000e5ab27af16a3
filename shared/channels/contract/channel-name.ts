import * as z from "zod";
import { CHANNELS } from "../domain/channel-names.ts";

/** The channel's name in an answer. Inside the service a channel's name is any string, but answers contain only these. */
export const channelName: z.ZodType<string, string> = z.enum(CHANNELS);
