/** A new channel is named here first; the compiler then asks for each of its parts. */
export const CHANNELS = ["email", "chat"] as const;
export type RegisteredChannel = (typeof CHANNELS)[number];

/** The same part of every channel: one that is named and lacks it does not compile. */
export type OfEveryChannel<Part> = Readonly<Record<RegisteredChannel, Part>>;
