import { Button } from "../../components/button.tsx";

export type Asked = "versions" | "api" | "test" | "delete" | undefined;

interface EditorMenuProps {
  readonly isChanged: boolean;
  readonly onAsk: (asked: Asked) => void;
}

export const EditorMenu = ({ onAsk }: EditorMenuProps) => (
  <>
    <Button look="quiet" icon="delete" aria-label="Delete the template" onClick={() => onAsk("delete")} />
    <Button look="quiet" icon="clock" isTerse onClick={() => onAsk("versions")}>
      Versions
    </Button>
    <Button look="quiet" icon="code" isTerse onClick={() => onAsk("api")}>
      Send it by API
    </Button>
    <Button icon="sent" isTerse onClick={() => onAsk("test")}>
      Send a test
    </Button>
  </>
);
