import { useLocation } from "wouter";

interface Options {
  readonly replace: boolean;
}

/** Returns a function that opens a page and returns true. If the reader has left the calling page since, it only returns false. */
export function useMoveOn(): (to: string, options?: Options) => boolean {
  const [path, navigate] = useLocation();
  return (to, options) => {
    const isOpen = location.pathname === path;
    if (isOpen) navigate(to, options);
    return isOpen;
  };
}
