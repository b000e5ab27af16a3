export declare function needsDeveloping(args: readonly string[]): boolean;
