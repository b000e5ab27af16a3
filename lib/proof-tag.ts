/** What a proof makes has this tag, whose value is its stage. Only what has it is taken down. */
export const PROOF_TAG = "herald:proof";
