/** A new channel is named here first; the compiler then asks for each of its parts. */
export const CHANNELS = ["email", "chat"] as const;
export type RegisteredChannel = (typeof CHANNELS)[number];

/** One part for each channel. The code does not compile while a channel lacks the part. */
export type OfEveryChannel<Part> = Readonly<Record<RegisteredChannel, Part>>;
