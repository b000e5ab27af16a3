import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { tokensCss } from "../panel/src/theme/tokens.ts";

writeFileSync(join(import.meta.dirname, "../panel/src/styles/tokens.css"), tokensCss());
