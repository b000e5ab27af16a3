import { changingServices } from "../../shared/activity/wiring.ts";
import { alreadyThere } from "../../shared/edge/already-there.ts";
import { httpFunction } from "../../shared/edge/http-function.ts";
import { operation, rawOperation } from "../../shared/edge/operation.ts";
import { tagged } from "../../shared/edge/tagged.ts";
import { notFound } from "../../shared/kernel/refusal.ts";
import * as imports from "../../shared/suppressions/contract/import.ts";
import {
  getSuppressionSettings,
  replaceSuppressionSettings,
  toSettingsView,
} from "../../shared/suppressions/contract/settings.ts";
import {
  createSuppression,
  deleteSuppression,
  listSuppressions as listing,
  toSuppressionPageView,
  toSuppressionView,
} from "../../shared/suppressions/contract/suppressions.ts";
import * as pages from "../../shared/suppressions/contract/unsubscribe.ts";
import type { SuppressionSettings } from "../../shared/suppressions/domain/settings.ts";
import { importSuppressions } from "../../shared/suppressions/import-suppressions.ts";
import { listSuppressions } from "../../shared/suppressions/list-suppressions.ts";
import { replaceSettings } from "../../shared/suppressions/replace-settings.ts";
import { suppress } from "../../shared/suppressions/suppress.ts";
import { followLink, unsubscribe } from "../../shared/suppressions/unsubscribe.ts";
import { unsubscribePage } from "../../shared/suppressions/unsubscribe-page.ts";
import {
  suppressionServices,
  suppressionSettingsServices,
  unsubscribeServices,
} from "../../shared/suppressions/wiring.ts";

const shown = (settings: SuppressionSettings) => tagged(toSettingsView(settings), settings.revision);

export const handler = httpFunction(changingServices, [
  operation(
    getSuppressionSettings,
    async ({ suppressionSettings }, { owner }) => shown(await suppressionSettings.get(owner)),
    suppressionSettingsServices,
  ),
  operation(
    replaceSuppressionSettings,
    async (deps, { owner, expected, body }) => shown(await replaceSettings(deps, { owner, expected }, body)),
    suppressionSettingsServices,
  ),
  operation(
    listing,
    async (deps, { owner, query }) => toSuppressionPageView(await listSuppressions(deps, owner, query)),
    suppressionServices,
  ),
  operation(
    createSuppression,
    async (deps, { owner, reservedId, body }) => {
      const { suppression, isNew } = await suppress(deps, { owner, id: reservedId, ...body });
      return isNew ? toSuppressionView(suppression) : alreadyThere(toSuppressionView(suppression));
    },
    suppressionServices,
  ),
  operation(
    imports.importSuppressions,
    async (deps, { owner, body }) => {
      const lines = body.suppressions.map((raw) => () => imports.readImportLine(raw));
      return { results: [...(await importSuppressions(deps, owner, lines))] };
    },
    suppressionServices,
  ),
  operation(
    deleteSuppression,
    async ({ suppressions }, { owner, params }) => {
      if (!(await suppressions.remove(owner, params.id))) throw notFound();
    },
    suppressionServices,
  ),
  rawOperation(
    pages.getUnsubscribePage,
    async (deps, { token }) => unsubscribePage(await followLink(deps, token)),
    unsubscribeServices,
  ),
  rawOperation(
    pages.checkUnsubscribePage,
    // The gateway keeps the page back and tells its length, as of the answer to a GET (RFC 9110 section 8.6).
    async (deps, { token }) => unsubscribePage(await followLink(deps, token)),
    unsubscribeServices,
  ),
  rawOperation(
    pages.unsubscribe,
    async (deps, { token }) => unsubscribePage(await unsubscribe(deps, token)),
    unsubscribeServices,
  ),
]);
