/** A chat notification has 3 attempts (R-notification). */
export const CHAT_MAX_ATTEMPTS = 3;
