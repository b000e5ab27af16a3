/** Whose data it is: the `sub` that a credential stands for. */
export type Owner = string;
