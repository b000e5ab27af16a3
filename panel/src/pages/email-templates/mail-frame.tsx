import { useEffect, useMemo, useRef, useState } from "react";
import { Button } from "../../components/button.tsx";
import { isTooDeep } from "./nesting.ts";

interface MailFrameProps {
  readonly html: string;
  readonly title: string;
  readonly isPhone?: boolean;
  /** As a mail client in dark mode asks for it, whatever the panel's scheme. */
  readonly isDark?: boolean;
}

type Pictures = "none" | "held" | "asked";
/** By what the frame says of the mail that it shows. */
const FOUND: ReadonlyMap<unknown, Pictures> = new Map([
  ["preview-pictures", "held"],
  ["preview-no-pictures", "none"],
]);

/** A mail's own HTML in a frame without an origin: `public/preview.js` shows it, under a policy of its own. Pictures from elsewhere wait to be asked for. */
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
        // The page decides at its start which pictures it may load.
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
