import { keyConversationServices } from "../conversations/key-wiring.ts";
import { idempotency } from "../edge/wiring.ts";
import { emailTemplateServices } from "../email/wiring.ts";
import { dailyCounts } from "../keys/count-wiring.ts";
import { allTools } from "../mcp/all-tools.ts";
import type { BoundTool } from "../mcp/bound-tool.ts";
import { suppressions } from "../suppressions/wiring.ts";
import { acceptanceServices } from "./acceptance.ts";
import { listingServices } from "./reading.ts";

/** Makes all tools. The file is apart, so that its import on demand loads what the tools of conversations do without. */
export function everyTool(): readonly BoundTool[] {
  const conversations = { ...keyConversationServices(), idempotency: idempotency() };
  return allTools({
    conversations,
    sending: { ...conversations, ...acceptanceServices(), suppressions: suppressions(), dailyUses: dailyCounts() },
    notifications: listingServices(),
    templates: { ...conversations, ...emailTemplateServices() },
  });
}
