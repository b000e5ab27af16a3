import { KEY_PERMISSIONS, type KeyPermission, permissionOf } from "../../shared/kernel/key-permissions.ts";
import { PERMISSION_TEXTS } from "../../shared/keys/domain/permission-texts.ts";
import { routes } from "../../shared/routes.ts";
import type { PrintedPage } from "./printed-page.ts";

const routesWith = (permission: KeyPermission): string =>
  routes
    .filter(({ auth, operationId }) => auth.includes("api-key") && permissionOf(operationId) === permission)
    .map(({ method, path }) => `\`${method} ${path}\``)
    .join(", ");

/** Prints every permission with the routes that need it (D47). */
export const PERMISSIONS_PAGE: PrintedPage = {
  path: "docs/permissions.md",
  from: "shared/kernel/key-permissions.ts",
  name: "the permissions",
  print: () =>
    [
      "| Permission | A key with it may | Routes |",
      "|---|---|---|",
      ...KEY_PERMISSIONS.map(
        (permission) => `| \`${permission}\` | ${PERMISSION_TEXTS[permission]} | ${routesWith(permission) || "none"} |`,
      ),
    ].join("\n"),
};
