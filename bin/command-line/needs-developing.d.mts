export declare const NEEDS_DEVELOPING: ReadonlySet<string>;
