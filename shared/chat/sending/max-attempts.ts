/** The specification's responses carry 3 for chat. */
export const CHAT_MAX_ATTEMPTS = 3;
