import { type Context, isComment, isScriptLiteral } from "./context.ts";
import { COMMENT_END, COMMENT_START } from "./markup-transitions.ts";
import { newRawEnds, refuseCutEnd, refuseRawEnd } from "./raw-ends.ts";
import { newTextScan, nextStep } from "./text-scan.ts";
import type { Step } from "./transition.ts";

/** A text that is being rewritten: the finished pieces, and up to where the original has been copied. */
interface TextEdit {
  readonly text: string;
  readonly pieces: string[];
  written: number;
}

/** The rewritten text and the context after it. */
export interface EditedText {
  readonly text: string;
  readonly context: Context;
}

/**
 * Rewrites a text of a template. Comments are removed, because they may hold what is not meant for readers. A `<` that
 * starts no tag becomes `&lt;`. In literals of scripts, `\x3C` replaces the `<` of anything that could end or hide the
 * script.
 * @throws EscapeProblem
 */
export function editText(text: string, start: Context): EditedText {
  const scan = newTextScan(text);
  const rawEnds = newRawEnds(text);
  const edit: TextEdit = { text, pieces: [], written: 0 };
  let context = start;
  for (let from = 0; from < text.length; ) {
    const step = nextStep(scan, context, from);
    refuseRawEnd(rawEnds, context, { from, end: step.at });
    editPiece(edit, context, { from, step });
    context = step.context;
    from = step.at;
  }
  refuseCutEnd(text, context);
  if (edit.written === 0) return { text, context };
  if (!isDropped(context)) edit.pieces.push(text.slice(edit.written));
  return { text: edit.pieces.join(""), context };
}

interface Piece {
  readonly from: number;
  readonly step: Step;
}

function editPiece(edit: TextEdit, context: Context, piece: Piece): void {
  const { context: after, at } = piece.step;
  if (context.state === "Text" || context.state === "RCDATA") escapeLoneBrackets(edit, context, piece);
  else if (isDropped(context)) dropComment(edit, context, at);
  if (context.state !== after.state && isDropped(after)) {
    copyUntil(edit, at - commentStart(after).length);
    edit.written = at;
  }
  if (isScriptLiteral(context)) escapeScriptTags(edit, piece);
}

/** Tells whether a comment is removed. Comments in attributes stay, because they are part of a value. */
function isDropped(context: Context): boolean {
  return isComment(context) && context.delim === "None";
}

function copyUntil(edit: TextEdit, at: number): void {
  edit.pieces.push(edit.text.slice(edit.written, at));
}

const DOCTYPE = "<!DOCTYPE";

/** Escapes brackets that start no tag. The bracket that starts the next tag stays. */
function escapeLoneBrackets(edit: TextEdit, { state }: Context, { from, step }: Piece): void {
  const lastBracket = step.context.state === state ? -1 : edit.text.lastIndexOf("<", step.at - 1);
  const end = lastBracket < from ? step.at : lastBracket;
  for (let at = edit.text.indexOf("<", from); at >= 0 && at < end; at = edit.text.indexOf("<", at + 1)) {
    if (edit.text.slice(at, at + DOCTYPE.length).toUpperCase() === DOCTYPE) continue;
    copyUntil(edit, at);
    edit.pieces.push("&lt;");
    edit.written = at + 1;
  }
}

const LINE_END = /[\n\r\u2028\u2029]/;

/**
 * Removes a comment. A space remains, because the comment may separate two words. Of a comment over several lines in
 * JavaScript, a line end remains, because such a comment counts as a line end.
 */
function dropComment(edit: TextEdit, { state }: Context, at: number): void {
  if (state === "CSSBlockCmt") edit.pieces.push(" ");
  if (state === "JSBlockCmt") edit.pieces.push(LINE_END.test(edit.text.slice(edit.written, at)) ? "\n" : " ");
  edit.written = at;
}

function commentStart({ state }: Context): string {
  if (state === "HTMLCmt" || state === "JSHTMLOpenCmt") return COMMENT_START;
  return state === "JSHTMLCloseCmt" ? COMMENT_END : "//";
}

const SCRIPT_TAG = /<(script|\/script|!--)/gi;
/** Matches the beginning of a script tag or a comment at the end of a text, which a value or a branch may complete. */
const CUT_SCRIPT_TAG = /<(\/?s?|\/?sc|\/?scr|\/?scri|\/?scrip|!-?)$/i;

function escapeScriptTags(edit: TextEdit, { from, step }: Piece): void {
  const piece = edit.text.slice(from, step.at);
  const whole = piece.replace(SCRIPT_TAG, "\\x3C$1");
  const escaped = step.at === edit.text.length ? whole.replace(CUT_SCRIPT_TAG, "\\x3C$1") : whole;
  if (escaped === piece) return;
  copyUntil(edit, from);
  edit.pieces.push(escaped);
  edit.written = step.at;
}
