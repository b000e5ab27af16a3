import { Button } from "../../components/button.tsx";
import { ToneIcon } from "../../components/status.tsx";
import { hasPlainPlace, usageOf, writtenName } from "./occurrences.ts";
import type { Draft } from "./template-draft.ts";
import { faultText, type TemplateFault } from "./template-fault.ts";

interface FaultNoticeProps {
  readonly fault: TemplateFault;
  readonly onGo: (line: number) => void;
}

const GoToLine = ({ line, onGo }: { readonly line: number; readonly onGo: (line: number) => void }) => (
  <Button isSmall onClick={() => onGo(line)}>
    Go to line {line}
  </Button>
);

/** Shows the fault in the words of the template engine. */
export const FaultNotice = ({ fault, onGo }: FaultNoticeProps) => (
  <div className="notice wrong line-top" role="status">
    <ToneIcon tone="bad" />
    <p className="grow">{faultText(fault)}</p>
    {fault.line !== undefined && <GoToLine line={fault.line} onGo={onGo} />}
  </div>
);

interface MissingNoticeProps {
  readonly missing: readonly string[];
  readonly draft: Draft;
  readonly onGo: (line: number) => void;
  readonly onDefault: (name: string) => void;
  readonly onStrict: () => void;
}

/** Says what the mail would show without a value, and offers two remedies. */
export function MissingNotice({ missing, draft, onGo, onDefault, onStrict }: MissingNoticeProps) {
  const [name = ""] = missing;
  const written = writtenName(name);
  const line = usageOf(name, draft).lines[0];
  const others = missing.length > 1 ? `, nor ${missing.slice(1).join(", ")}` : "";
  return (
    <div className="notice line-top" role="status">
      <ToneIcon tone="part" />
      <div className="grow">
        <p className="b">
          <code>{name}</code> has no value{others}:{" "}
          {draft.strict ? "a send without it is refused" : "the mail would say “<no value>”"}
        </p>
        <p className="s t2">
          {hasPlainPlace(written, draft.body) ? (
            <button type="button" className="link" onClick={() => onDefault(written)}>
              Give it a default
            </button>
          ) : (
            "Give it a default"
          )}
          , <code className="mono">{`{{if .${written}}}{{.${written}}}{{else}}…{{end}}`}</code>
          {!draft.strict && (
            <>
              , or{" "}
              <button type="button" className="link" onClick={onStrict}>
                make the template strict
              </button>
            </>
          )}
          . Names are case-sensitive.
        </p>
      </div>
      {line !== undefined && <GoToLine line={line} onGo={onGo} />}
    </div>
  );
}
