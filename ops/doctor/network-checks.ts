import type { NetworkSettings } from "../../lib/cloud/network-settings.ts";
import { type Check, type Finding, failed, note, ok, skipped, warning } from "./check.ts";
import type { NatGateway, NetworkQuestions, Subnet } from "./network-questions.ts";
import { type OpenWay, wayOut } from "./network-way-out.ts";

const ADVICE = "ec2:Describe*, or look in the console";

/**
 * Checks whether functions that send mail can work in the configured network, and finds the addresses from which mail
 * leaves.
 */
export function networkChecks(network: NetworkSettings | undefined, questions: NetworkQuestions): readonly Check[] {
  if (network === undefined) {
    const seen = "none: mail leaves from addresses of Lambda that change, and reaches public servers only";
    return [note("mail network", seen, "for a fixed address, or servers of your own: docs/deploy.md")];
  }
  const groups = network.securityGroupIds.length > 0 ? [securityGroups(network, questions)] : [];
  return [subnets(network, questions), ...groups, wayOutOf(network, questions)];
}

/**
 * Converts a refusal to a finding. A resource that does not exist prevents the deployment, whereas a missing right to
 * look does not.
 */
const refused = (refusal: string): Finding =>
  refusal.includes("NotFound") ? failed(refusal, "mend config/<stage>.ts") : skipped(refusal, ADVICE);

const subnets = ({ vpcId, subnetIds }: NetworkSettings, questions: NetworkQuestions): Check => ({
  name: "mail network",
  look: async (signal) => {
    const answer = await questions.subnets(subnetIds, signal);
    if ("refusal" in answer) return refused(answer.refusal);
    const elsewhere = answer.found.filter((one) => one.vpcId !== vpcId);
    if (elsewhere.length > 0) return failed(`${idsOf(elsewhere)} not of ${vpcId}`, "take subnets of one network");
    const zones = [...new Set(answer.found.map(({ availabilityZone }) => availabilityZone))];
    const seen = `${answer.found.length} subnets of ${vpcId} in ${zones.join(", ")}`;
    return zones.length > 1
      ? ok(seen)
      : warning(`${seen}: no mail leaves while that zone is down`, "add a subnet of another zone to subnetIds");
  },
});

const idsOf = (all: readonly Subnet[]): string => all.map(({ subnetId }) => subnetId).join(", ");

const securityGroups = ({ vpcId, securityGroupIds }: NetworkSettings, questions: NetworkQuestions): Check => ({
  name: "mail security groups",
  look: async (signal) => {
    const answer = await questions.securityGroups(securityGroupIds, signal);
    if ("refusal" in answer) return refused(answer.refusal);
    const elsewhere = answer.found.filter((one) => one.vpcId !== vpcId).map(({ groupId }) => groupId);
    return elsewhere.length > 0
      ? failed(`${elsewhere.join(", ")} not of ${vpcId}`, "take groups of the same network")
      : ok(securityGroupIds.join(", "));
  },
});

const wayOutOf = ({ vpcId, subnetIds }: NetworkSettings, questions: NetworkQuestions): Check => ({
  name: "mail way out",
  look: async (signal) => {
    const [tables, endpoints] = await Promise.all([
      questions.routeTables(vpcId, signal),
      questions.endpoints(vpcId, signal),
    ]);
    if ("refusal" in tables) return refused(tables.refusal);
    if ("refusal" in endpoints) return refused(endpoints.refusal);
    const way = wayOut(subnetIds, tables.found, endpoints.found);
    if (way.problem !== undefined) return way.problem;
    return way.natGatewayIds.length === 0 ? findingOf(way.seen, way.advice) : throughNat(way, questions, signal);
  },
});

/** Adds the public addresses of the NAT gateways to the finding. */
async function throughNat(way: OpenWay, questions: NetworkQuestions, signal: AbortSignal): Promise<Finding> {
  const gateways = await questions.natGateways(way.natGatewayIds, signal);
  if ("refusal" in gateways) return refused(gateways.refusal);
  const without = gateways.found.filter((one) => one.state !== "available" || addressesOf(one).length === 0);
  if (without.length > 0)
    return failed(without.map(shown).join(", "), "wait until it is available; it must be a public NAT gateway");
  const addresses = gateways.found.flatMap(addressesOf);
  return findingOf([...way.seen, `mail leaves from ${addresses.join(", ")}`], way.advice);
}

const addressesOf = ({ natGatewayAddressSet }: NatGateway): readonly string[] =>
  natGatewayAddressSet.flatMap(({ publicIp }) => publicIp ?? []);

const shown = (one: NatGateway): string =>
  `${one.natGatewayId} is ${one.state}${addressesOf(one).length === 0 ? ", and has no public address" : ""}`;

const findingOf = (seen: readonly string[], advice: string | undefined): Finding =>
  advice === undefined ? ok(seen.join("; ")) : warning(seen.join("; "), advice);
