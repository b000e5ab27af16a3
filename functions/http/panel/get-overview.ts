import { getOverview as contract, toOverviewView } from "../../../shared/contract/panel-overview.ts";
import { operation } from "../../../shared/http/operation.ts";
import { getOverview as read } from "../../../shared/use-cases/notifications/get-overview.ts";
import { panelServices } from "../../../shared/wiring/panel.ts";

export const getOverview = operation(
  contract,
  async (deps, { owner }) => toOverviewView(await read(deps, owner)),
  panelServices,
);
