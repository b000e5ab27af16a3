import { Button } from "../../components/button.tsx";
import { DeleteTemplate } from "./delete-template.tsx";
import { SendByApi } from "./template-dialogs.tsx";
import type { Draft, EmailTemplate } from "./template-draft.ts";
import { TemplateVersions } from "./template-versions.tsx";
import { TestMail } from "./test-mail.tsx";

export type Asked = "versions" | "api" | "test" | "delete" | undefined;

interface EditorMenuProps {
  readonly isChanged: boolean;
  readonly onAsk: (asked: Asked) => void;
}

export const EditorMenu = ({ onAsk }: EditorMenuProps) => (
  <>
    <Button look="quiet" icon="delete" aria-label="Delete the template" onClick={() => onAsk("delete")} />
    <Button look="quiet" icon="clock" onClick={() => onAsk("versions")}>
      Versions
    </Button>
    <Button look="quiet" icon="code" onClick={() => onAsk("api")}>
      Send it by API
    </Button>
    <Button icon="sent" onClick={() => onAsk("test")}>
      Send a test
    </Button>
  </>
);

interface EditorDialogsProps {
  readonly template: EmailTemplate;
  readonly asked: Asked;
  readonly draft: Draft;
  readonly variables: readonly string[];
  readonly samples: Readonly<Record<string, string>>;
  readonly onRestored: (template: EmailTemplate) => void;
  readonly onClose: () => void;
}

export function EditorDialogs({ asked, ...props }: EditorDialogsProps) {
  if (asked === "versions") return <TemplateVersions {...props} />;
  if (asked === "api") return <SendByApi {...props} />;
  if (asked === "test") return <TestMail {...props} />;
  return asked === "delete" && <DeleteTemplate {...props} />;
}
