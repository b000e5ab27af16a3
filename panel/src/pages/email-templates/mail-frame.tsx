import { useEffect, useRef } from "react";

/** A mail's own HTML in a frame without an origin: `public/preview.js` shows it, under a policy of its own. */
export function MailFrame({ html, title }: { readonly html: string; readonly title: string }) {
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
  return <iframe ref={frame} className="mail-frame" title={title} src="/preview.html" sandbox="allow-scripts" />;
}
