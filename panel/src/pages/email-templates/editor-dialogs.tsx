import { DeleteTemplate } from "./delete-template.tsx";
import type { Asked } from "./editor-menu.tsx";
import type { Samples } from "./samples.ts";
import { SendByApi } from "./send-by-api.tsx";
import type { Draft, EmailTemplate } from "./template-draft.ts";
import { TemplateVersions } from "./template-versions.tsx";
import { TestMail } from "./test-mail.tsx";

interface EditorDialogsProps {
  readonly template: EmailTemplate;
  readonly asked: Asked;
  readonly draft: Draft;
  readonly variables: readonly string[];
  readonly samples: Samples;
  readonly onRestored: (template: EmailTemplate) => void;
  readonly onClose: () => void;
}

export function EditorDialogs({ asked, ...props }: EditorDialogsProps) {
  if (asked === "versions") return <TemplateVersions {...props} />;
  if (asked === "api") return <SendByApi {...props} />;
  if (asked === "test") return <TestMail {...props} />;
  return asked === "delete" && <DeleteTemplate {...props} />;
}
