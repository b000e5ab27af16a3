import { panelServices } from "../../../shared/composition/panel.ts";
import { operation } from "../../../shared/edge/operation.ts";
import { getOverview as contract, toOverviewView } from "../../../shared/notifications/contract/panel-overview.ts";
import { getOverview as read } from "../../../shared/notifications/get-overview.ts";

export const getOverview = operation(
  contract,
  async (deps, { owner }) => toOverviewView(await read(deps, owner)),
  panelServices,
);
