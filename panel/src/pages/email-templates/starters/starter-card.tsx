import { useInViewport } from "@mantine/hooks";
import { Button } from "../../../components/button.tsx";
import { QueryView } from "../../../components/query-view.tsx";
import { MailFrame } from "../mail-frame.tsx";
import type { Starter } from "./starter.ts";
import { useStarterPreview } from "./use-starter-preview.ts";

interface StarterCardProps {
  readonly starter: Starter;
  /** True while a template is made from this starter. */
  readonly isBusy: boolean;
  /** True while a template is made from any starter. */
  readonly isDisabled: boolean;
  readonly onLook: () => void;
  readonly onUse: () => void;
}

/** Shows a starter as a small picture of its mail, which is rendered when the card comes into sight. */
export function StarterCard({ starter, isBusy, isDisabled, onLook, onUse }: StarterCardProps) {
  const { ref, inViewport } = useInViewport<HTMLDivElement>();
  const preview = useStarterPreview(starter, inViewport);
  const { name } = starter.draft;
  return (
    <li className="starter">
      <div ref={ref} className="thumb" inert aria-hidden="true">
        {(inViewport || preview.data) && (
          <QueryView query={preview} what="the preview">
            {({ body }) => <MailFrame html={body} title={`A mail of ${name}`} />}
          </QueryView>
        )}
      </div>
      <div className="stack pad-box">
        <div>
          <h2>{name}</h2>
          <p className="t2">{starter.about}</p>
        </div>
        <div className="actions">
          <Button look="primary" aria-label={`Use ${name}`} isBusy={isBusy} disabled={isDisabled} onClick={onUse}>
            Use this one
          </Button>
          <Button aria-label={`Look at ${name}`} onClick={onLook}>
            Look at it
          </Button>
        </div>
      </div>
    </li>
  );
}
