/** The owner of data: the `sub` that a credential stands for. */
export type Owner = string;
