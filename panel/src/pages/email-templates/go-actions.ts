import { type Range, StateEffect, StateField } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView } from "@codemirror/view";
import { occurrencesOf } from "./occurrences.ts";

const mark = (name: string) => Decoration.mark({ class: name });
const [ACTION, WORD, NOTE, MISSING] = [mark("go"), mark("go-word"), mark("go-note"), mark("go-missing")] as const;
const ACTIONS = /\{\{[\s\S]*?\}\}/g;
const KEYWORD = /^\{\{-?\s*(range|if|else|end|with|template|block|define|break|continue)\b/;

/** Carries the names of the variables whose places are marked as having no value. */
export const showMissing = StateEffect.define<readonly string[]>();

interface Shown {
  readonly missing: readonly string[];
  readonly decorations: DecorationSet;
}

/** Colours the actions of a Go template in any surrounding text. */
export const goActions = StateField.define<Shown>({
  create: ({ doc }) => shown(doc.toString(), []),
  update(before, { docChanged, effects, newDoc }) {
    const missing = effects.reduce((last, effect) => (effect.is(showMissing) ? effect.value : last), before.missing);
    return docChanged || missing !== before.missing ? shown(newDoc.toString(), missing) : before;
  },
  provide: (field) => EditorView.decorations.from(field, ({ decorations }) => decorations),
});

function shown(text: string, missing: readonly string[]): Shown {
  const marks = [...text.matchAll(ACTIONS)].flatMap(({ index, 0: code }) => marksOf(index, code));
  const warned = missing.flatMap((name) => occurrencesOf(name, text)).map(({ from, to }) => MISSING.range(from, to));
  return { missing, decorations: Decoration.set([...marks, ...warned], true) };
}

function marksOf(from: number, code: string): readonly Range<Decoration>[] {
  const to = from + code.length;
  if (/^\{\{-?\s*\/\*/.test(code)) return [NOTE.range(from, to)];
  const word = KEYWORD.exec(code)?.[1];
  if (word === undefined) return [ACTION.range(from, to)];
  const at = from + code.indexOf(word);
  return [ACTION.range(from, to), WORD.range(at, at + word.length)];
}
