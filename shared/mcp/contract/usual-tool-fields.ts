import type { FieldTable } from "../../reference/contract/fields/field-note.ts";

/** Describes the fields that only tools have, in results of the interface's tools. */
export const USUAL_TOOL_FIELDS: FieldTable = {
  approval: ["`required`: the message waits until a person has approved it. Absent when it leaves without that."],
  "replyToConversation.status": ["The reply is accepted, and leaves later."],
};
