import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import { type Diagnostic, setDiagnostics } from "@codemirror/lint";
import { Annotation, EditorState } from "@codemirror/state";
import { EditorView, highlightActiveLine, keymap, lineNumbers } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { type Ref, useEffect, useImperativeHandle, useRef } from "react";
import { flushSync } from "react-dom";
import { goActions, showMissing } from "./go-actions.ts";
import { markup } from "./markup-language.ts";
import { withDefault } from "./occurrences.ts";
import type { TemplateFault } from "./template-fault.ts";

const STYLE = HighlightStyle.define([
  {
    tag: [tags.tagName, tags.angleBracket, tags.attributeName, tags.comment, tags.documentMeta],
    color: "var(--h-text-3)",
  },
  { tag: tags.attributeValue, color: "var(--h-ok)" },
]);

const LOOK = EditorView.theme({
  "&": { height: "100%", fontSize: "12px", backgroundColor: "var(--h-page)", color: "var(--h-text)" },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": {
    fontFamily: "var(--mantine-font-family-monospace)",
    lineHeight: "20px",
    fontVariantLigatures: "none",
  },
  ".cm-content": { padding: "8px 0", caretColor: "var(--h-text)" },
  ".cm-gutters": { backgroundColor: "var(--h-page)", color: "var(--h-text-3)", border: "0", paddingLeft: "8px" },
  ".cm-lineNumbers .cm-gutterElement": { padding: "0 12px 0 4px", minWidth: "28px" },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "var(--h-sunken)" },
  ".cm-line": { padding: "0 16px 0 0" },
  ".cm-cursor": { borderLeftColor: "var(--h-text)" },
  ".cm-lintRange-error": { backgroundImage: "none", textDecoration: "underline wavy var(--h-bad)" },
  ".cm-tooltip": { backgroundColor: "var(--h-raised)", border: "1px solid var(--h-line)", color: "var(--h-text)" },
  ".go": { color: "var(--h-accent)" },
  ".go-word": { fontWeight: "600" },
  ".go-note": { color: "var(--h-text-3)", fontStyle: "italic" },
  ".go-missing": {
    color: "var(--h-warn)",
    backgroundColor: "var(--h-warn-bg)",
    borderRadius: "3px",
    textDecoration: "underline wavy",
    textUnderlineOffset: "3px",
  },
});

/** Marks a change of the text that the surrounding component made, and that the editor need not report to it. */
const fromOutside = Annotation.define<true>();

export interface CodeEditorHandle {
  /** Moves the cursor to a line, counted from 1. */
  readonly goToLine: (line: number) => void;
  /** Adds an empty default where the variable is printed, with the cursor in it. */
  readonly giveDefault: (name: string) => void;
}

interface CodeEditorProps {
  readonly label: string;
  readonly value: string;
  readonly isHtml: boolean;
  /** The fault in the body, if there is one. */
  readonly fault: TemplateFault | undefined;
  /** These variables have no sample value, so the mail would print `<no value>` for them. */
  readonly missing: readonly string[];
  readonly onChange: (value: string) => void;
  readonly ref: Ref<CodeEditorHandle>;
}

/**
 * Edits the source of the body. The editor lives in a shadow root, because there its styles are adopted sheets, which the content security
 * policy allows; in the document they would be a `<style>` element.
 */
export function CodeEditor({ label, value, isHtml, fault, missing, onChange, ref }: CodeEditorProps) {
  const host = useRef<HTMLDivElement>(null);
  const editor = useRef<EditorView>(null);
  const latest = useRef(onChange);
  const first = useRef(value);
  useEffect(() => {
    latest.current = onChange;
  });
  useEffect(() => {
    if (host.current === null) return;
    const root = host.current.shadowRoot ?? host.current.attachShadow({ mode: "open" });
    const view = new EditorView({ parent: root, root, state: stateOf(first.current, { label, isHtml }, latest) });
    editor.current = view;
    return () => {
      first.current = view.state.doc.toString();
      view.destroy();
      editor.current = null;
    };
  }, [label, isHtml]);
  useEffect(() => {
    replaceText(editor.current, value);
  }, [value]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new editor must be told the fault again
  useEffect(() => {
    showFault(editor.current, fault);
  }, [fault, label, isHtml]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new editor must be told the missing variables again
  useEffect(() => {
    editor.current?.dispatch({ effects: showMissing.of(missing) });
  }, [missing, label, isHtml]);
  useImperativeHandle(
    ref,
    () => ({
      goToLine: (line) => goToLine(editor.current, line),
      giveDefault: (name) => giveDefault(editor.current, name),
    }),
    [],
  );
  return <div ref={host} className="cm-host" />;
}

function stateOf(
  doc: string,
  { label, isHtml }: Pick<CodeEditorProps, "label" | "isHtml">,
  latest: { readonly current: (value: string) => void },
): EditorState {
  return EditorState.create({
    doc,
    extensions: [
      lineNumbers(),
      highlightActiveLine(),
      history(),
      keymap.of([...defaultKeymap, ...historyKeymap]),
      ...(isHtml ? [markup, syntaxHighlighting(STYLE)] : []),
      goActions,
      LOOK,
      EditorView.lineWrapping,
      EditorView.contentAttributes.of({ "aria-label": label, tabindex: "0", spellcheck: String(!isHtml) }),
      EditorView.updateListener.of(({ docChanged, state, transactions }) => {
        if (!docChanged || transactions.some((one) => one.annotation(fromOutside))) return;
        // React must render the new text before the next key press, or else it would put the older text back and the key would be lost.
        flushSync(() => latest.current(state.doc.toString()));
      }),
    ],
  });
}

/** Replaces the whole text, as when a version was restored. */
function replaceText(view: EditorView | null, value: string): void {
  if (view === null || view.state.doc.toString() === value) return;
  view.dispatch({
    changes: { from: 0, to: view.state.doc.length, insert: value },
    annotations: fromOutside.of(true),
  });
}

function showFault(view: EditorView | null, fault: TemplateFault | undefined): void {
  if (view === null) return;
  view.dispatch(
    setDiagnostics(view.state, fault?.line === undefined ? [] : [diagnosticOf(view, fault.line, fault.message)]),
  );
}

function diagnosticOf({ state }: EditorView, line: number, message: string): Diagnostic {
  const { from, to } = state.doc.line(Math.min(Math.max(line, 1), state.doc.lines));
  return { from, to, severity: "error", message };
}

function goToLine(view: EditorView | null, line: number): void {
  if (view === null) return;
  const { to } = view.state.doc.line(Math.min(Math.max(line, 1), view.state.doc.lines));
  view.dispatch({ selection: { anchor: to }, effects: EditorView.scrollIntoView(to, { y: "center" }) });
  view.focus();
}

function giveDefault(view: EditorView | null, name: string): void {
  const given = view && withDefault(name, view.state.doc.toString());
  if (!given) return;
  view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: given.text } });
  view.dispatch({ selection: { anchor: given.at }, effects: EditorView.scrollIntoView(given.at, { y: "center" }) });
  view.focus();
}
