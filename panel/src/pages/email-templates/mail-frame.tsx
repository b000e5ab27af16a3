import { useEffect, useRef } from "react";

interface MailFrameProps {
  readonly html: string;
  readonly title: string;
  readonly isPhone?: boolean;
  /** As a mail client in dark mode asks for it, whatever the panel's scheme. */
  readonly isDark?: boolean;
}

/** A mail's own HTML in a frame without an origin: `public/preview.js` shows it, under a policy of its own. */
export function MailFrame({ html, title, isPhone = false, isDark = false }: MailFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  useEffect(() => {
    const show = () => frame.current?.contentWindow?.postMessage(html, "*");
    const onMessage = ({ source, data }: MessageEvent<unknown>) => {
      if (source === frame.current?.contentWindow && data === "preview-ready") show();
    };
    addEventListener("message", onMessage);
    show();
    return () => removeEventListener("message", onMessage);
  }, [html]);
  return (
    <iframe
      ref={frame}
      className="mail"
      data-phone={isPhone || undefined}
      data-dark={isDark || undefined}
      title={title}
      src="/preview.html"
      sandbox="allow-scripts"
    />
  );
}
