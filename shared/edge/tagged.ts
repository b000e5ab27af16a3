const REVISION = Symbol("revision");

/** The view of one record, and the record's revision, which becomes the ETag of the answer (D50). */
export interface Tagged<View> {
  readonly [REVISION]: string;
  readonly view: View;
}

export const tagged = <View>(view: View, revision: string): Tagged<View> => ({ [REVISION]: revision, view });

export const isTagged = <View>(answer: View | Tagged<View>): answer is Tagged<View> =>
  typeof answer === "object" && answer !== null && REVISION in answer;

export const revisionIn = <View>({ [REVISION]: revision }: Tagged<View>): string => revision;
