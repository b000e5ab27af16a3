const ALREADY_THERE = Symbol("already there");

/** The view of a record that a request wanted to create and that stood there before, unchanged. */
export interface AlreadyThere<View> {
  readonly [ALREADY_THERE]: true;
  readonly view: View;
}

export const alreadyThere = <View>(view: View): AlreadyThere<View> => ({ [ALREADY_THERE]: true, view });

export const isAlreadyThere = <View>(answer: View | AlreadyThere<View>): answer is AlreadyThere<View> =>
  typeof answer === "object" && answer !== null && ALREADY_THERE in answer;
