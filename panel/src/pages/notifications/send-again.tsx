import { Menu } from "@mantine/core";
import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { Icon } from "../../components/icon.tsx";
import { useKeys } from "../../layout/shortcuts.ts";
import { type Described, hasMissed } from "./outcome.ts";
import type { SenderActions } from "./use-sender-actions.ts";

interface SendAgainProps {
  readonly one: Described;
  readonly resend: SenderActions["resend"];
  readonly onOtherAddress: () => void;
}

/** Lets the reader choose who gets the notification again. */
export function SendAgain({ one, resend, onOtherAddress }: SendAgainProps) {
  const [isOpen, setIsOpen] = useState(false);
  const canResend = one.content_kept && !resend.isPending;
  useKeys({ s: canResend ? () => setIsOpen(true) : undefined });
  if (!one.content_kept) return <p className="s t3">Its content is no longer kept: it cannot be sent again.</p>;
  return (
    <Menu opened={isOpen} onChange={setIsOpen} position="bottom-start" width={264}>
      <Menu.Target>
        <Button look="primary" icon="sent" isBusy={resend.isPending}>
          <span className="row">
            Send again
            <Icon name="down" size={14} />
          </span>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => resend.mutate({})}>
          {one.recipients_count > 1 ? "To all recipients" : "To the same recipient"}
        </Menu.Item>
        {hasMissed(one) && (
          <Menu.Item onClick={() => resend.mutate({ recipients: "failed" })}>
            Only to those who did not get it
          </Menu.Item>
        )}
        {one.channel === "email" && <Menu.Item onClick={onOtherAddress}>To another address…</Menu.Item>}
      </Menu.Dropdown>
    </Menu>
  );
}
