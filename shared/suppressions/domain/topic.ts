/** A topic names what a recipient may unsubscribe from, such as `newsletter` (D45c). */
const TOPIC = /^[a-z0-9][a-z0-9_-]{0,63}$/;

export const isTopic = (text: string): boolean => TOPIC.test(text);

export const TOPIC_FORM = TOPIC.source;
