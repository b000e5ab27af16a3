import { useLocation } from "wouter";

interface Options {
  readonly replace: boolean;
}

/** Returns a function that opens a page, unless the reader has left the page that called it, and says whether it did. */
export function useMoveOn(): (to: string, options?: Options) => boolean {
  const [path, navigate] = useLocation();
  return (to, options) => {
    const isOpen = location.pathname === path;
    if (isOpen) navigate(to, options);
    return isOpen;
  };
}
