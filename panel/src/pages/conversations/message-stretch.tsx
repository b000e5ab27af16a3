import { type ReactNode, type RefObject, useEffect, useRef, useState } from "react";

/** Beyond what is in sight, above and below. */
const AROUND = "1200px 0px";

interface MessageStretchProps {
  readonly frame: RefObject<HTMLElement | null>;
  readonly children: () => ReactNode;
}

/** Of a long thread only what is near stands in the document; what is far keeps its place by its height. */
export function MessageStretch({ frame, children }: MessageStretchProps) {
  const place = useRef<HTMLOListElement>(null);
  const [height, setHeight] = useState<number>();
  useEffect(() => {
    const list = place.current;
    if (list === null) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.at(-1)?.isIntersecting) setHeight(undefined);
        else if (!isInUse(list)) setHeight(list.getBoundingClientRect().height);
      },
      { root: frame.current, rootMargin: AROUND },
    );
    observer.observe(list);
    return () => observer.disconnect();
  }, [frame]);
  const isFar = height !== undefined;
  return (
    <ol ref={place} style={{ height }} aria-hidden={isFar || undefined}>
      {!isFar && children()}
    </ol>
  );
}

/** What has the focus, or is being listened to, stays. */
const isInUse = (list: HTMLElement): boolean =>
  list.contains(document.activeElement) ||
  [...list.querySelectorAll<HTMLMediaElement>("audio, video")].some(({ paused }) => !paused);
