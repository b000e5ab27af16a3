/**
 * Everything that `herald prove` creates has this tag with the stage as its value. The take-down removes only what has
 * the tag.
 */
export const PROOF_TAG = "herald:proof";
