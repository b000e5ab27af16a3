import { type ReactNode, useEffect, useState } from "react";
import { useLocation } from "wouter";
import { Button } from "../components/button.tsx";
import { SideNavigation } from "./side-navigation.tsx";

/** Side navigation and content; on narrow screens the navigation opens from a bar at the top. */
export function AppLayout({ children }: { readonly children: ReactNode }) {
  const [isOpen, setIsOpen] = useState(false);
  const [location] = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: every move closes the menu
  useEffect(() => {
    setIsOpen(false);
  }, [location]);
  useEffect(() => {
    const onKey = ({ key }: KeyboardEvent) => key === "Escape" && setIsOpen(false);
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, []);
  return (
    <div className="layout">
      <a className="skip" href="#content">
        Skip to the content
      </a>
      <section className="bar" aria-label="Menu">
        <Button
          look="quiet"
          icon={isOpen ? "close" : "menu"}
          aria-expanded={isOpen}
          aria-controls="side"
          onClick={() => setIsOpen(!isOpen)}
        >
          Menu
        </Button>
        <span className="brand">Herald</span>
      </section>
      <SideNavigation isOpen={isOpen} />
      <main id="content" tabIndex={-1}>
        {children}
      </main>
    </div>
  );
}
