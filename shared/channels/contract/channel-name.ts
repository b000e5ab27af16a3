import * as z from "zod";
import { CHANNELS } from "../domain/channel-names.ts";

/** Notifications know a channel by any name; what leaves says one of these. */
export const channelName: z.ZodType<string, string> = z.enum(CHANNELS);
