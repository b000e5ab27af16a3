export const NO_ECHO = "no echo came back";
