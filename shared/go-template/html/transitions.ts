import type { State } from "./context.ts";
import { cssString, style } from "./css-transitions.ts";
import { blockComment, code, lineComment, regexp, string, templateLiteral } from "./js-transitions.ts";
import { htmlComment, text } from "./markup-transitions.ts";
import { afterName, attributeName, beforeValue, tag } from "./tag-transitions.ts";
import { stay, type Transition } from "./transition.ts";
import { metaContent, metaContentUrl, url } from "./url-transitions.ts";

/** Maps each state to the function that reads a piece of text which starts in this state. */
export const TRANSITIONS: Readonly<Record<State, Transition>> = {
  Text: text,
  Tag: tag,
  AttrName: attributeName,
  AfterName: afterName,
  BeforeValue: beforeValue,
  HTMLCmt: htmlComment,
  RCDATA: stay,
  Attr: stay,
  URL: url,
  Srcset: url,
  MetaContent: metaContent,
  MetaContentURL: metaContentUrl,
  JS: code,
  JSDqStr: string,
  JSSqStr: string,
  JSTmplLit: templateLiteral,
  JSRegexp: regexp,
  JSBlockCmt: blockComment,
  JSLineCmt: lineComment,
  JSHTMLOpenCmt: lineComment,
  JSHTMLCloseCmt: lineComment,
  CSS: style,
  CSSDqStr: cssString,
  CSSSqStr: cssString,
  CSSDqURL: cssString,
  CSSSqURL: cssString,
  CSSURL: cssString,
  CSSBlockCmt: blockComment,
  CSSLineCmt: lineComment,
  Dead: stay,
};
