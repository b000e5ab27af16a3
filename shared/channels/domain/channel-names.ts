/** A new channel is named here first; the compiler then asks for each of its parts. */
export const CHANNELS = ["email", "chat"] as const;
export type RegisteredChannel = (typeof CHANNELS)[number];

/** Every channel has a part of this kind; a channel without it does not compile. */
export type OfEveryChannel<Part> = Readonly<Record<RegisteredChannel, Part>>;
