import { useEffect, useMemo, useRef, useState } from "react";
import { Button } from "../../components/button.tsx";
import { isTooDeep } from "./nesting.ts";

interface MailFrameProps {
  readonly html: string;
  readonly title: string;
  readonly isPhone?: boolean;
  /** Shows the mail as a client in dark mode would, independently of the panel. */
  readonly isDark?: boolean;
}

type Pictures = "none" | "held" | "asked";
/** Maps the messages of the frame to the state of the mail's pictures. */
const FOUND: ReadonlyMap<unknown, Pictures> = new Map([
  ["preview-pictures", "held"],
  ["preview-no-pictures", "none"],
]);

/**
 * Shows the HTML of a mail in a frame without an origin, where `public/preview.js` renders it under a policy of its own. Remote pictures
 * are loaded only on request.
 */
export function MailFrame(props: MailFrameProps) {
  const { html } = props;
  const isUnreadable = useMemo(() => isTooDeep(html), [html]);
  if (!isUnreadable) return <Frame {...props} />;
  return (
    <p className="t2">So many of its elements stand in one another that a browser would halt. Its source is whole.</p>
  );
}

function Frame({ html, title, isPhone = false, isDark = false }: MailFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [pictures, setPictures] = useState<Pictures>("none");
  useEffect(() => {
    const show = () => frame.current?.contentWindow?.postMessage(html, "*");
    const onMessage = ({ source, data }: MessageEvent<unknown>) => {
      if (source !== frame.current?.contentWindow) return;
      if (data === "preview-ready") show();
      const found = FOUND.get(data);
      if (found) setPictures((now) => (now === "asked" ? now : found));
    };
    addEventListener("message", onMessage);
    show();
    return () => removeEventListener("message", onMessage);
  }, [html]);
  return (
    <>
      {pictures === "held" && (
        <p className="row s t2 pictures" role="status">
          <span className="grow">
            Its pictures are elsewhere: who keeps them would learn that you look, and many mail clients block them.
          </span>
          <Button isSmall onClick={() => setPictures("asked")}>
            Load pictures
          </Button>
        </p>
      )}
      <iframe
        // The frame decides at its start which pictures it may load, so a new choice needs a new frame.
        key={pictures === "asked" ? "with pictures" : "without"}
        ref={frame}
        className="mail"
        data-phone={isPhone || undefined}
        data-dark={isDark || undefined}
        title={title}
        src={pictures === "asked" ? "/preview.html#pictures" : "/preview.html"}
        sandbox="allow-scripts"
      />
    </>
  );
}
