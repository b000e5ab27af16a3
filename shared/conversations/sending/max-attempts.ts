/** 3 for chat (R-notification). */
export const CHAT_MAX_ATTEMPTS = 3;
