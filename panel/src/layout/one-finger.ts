const CONTROL = "a, button, input, select, textarea, summary, label, [role]";

/** Returns what a click on an element acts on: its control, and for a label the control that it names. */
function controlOf(target: EventTarget | null): Element | undefined {
  const found = target instanceof Element ? target.closest(CONTROL) : null;
  return (found instanceof HTMLLabelElement ? found.control : found) ?? undefined;
}

/**
 * Keeps the second click of a double click from another control than the first one. A button may go, or turn into its
 * opposite, after the first click; what then lies under the pointer is not what the person meant.
 */
export function keepDoubleClicksTogether(page: Pick<Document, "addEventListener">): void {
  let last: Element | undefined;
  let text: string | null | undefined;
  page.addEventListener(
    "click",
    (event) => {
      const control = controlOf(event.target);
      // A key, or a program, clicks with the count 0. React may use the element of one button for the next one.
      if (event.detail > 1 && (control !== last || control?.textContent !== text)) {
        event.preventDefault();
        event.stopPropagation();
        return;
      }
      last = control;
      text = control?.textContent;
    },
    { capture: true },
  );
}
