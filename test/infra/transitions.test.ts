import { describe, expect, it } from "vitest";
import { NEEDS } from "./pipeline/needs.ts";
import { type Given, VARIANTS } from "./stacks/variants.ts";
import { collisions, exceededQuotas, leftBehind, takenNames } from "./transitions/account.ts";
import { givenUpResources, movedResources, replacedResources } from "./transitions/kept.ts";
import { lockedExports, missingOutputs, staleReadings } from "./transitions/readings.ts";
import { type Stage, stageOf } from "./transitions/stage.ts";
import "./transitions/finding-checks.ts";

/** Lists everything that would make the deployment fail or lose data. */
const obstacles = (from: Stage, to: Stage): string[] => [
  ...[lockedExports, staleReadings, movedResources, replacedResources, givenUpResources, takenNames].flatMap((check) =>
    check(from, to),
  ),
  ...missingOutputs(to),
];

describe("a deployed stage whose settings change", () => {
  it.each<[string, Given, Given]>([
    ["gets a name of its own", VARIANTS.withoutDomain, VARIANTS.prod],
    ["gives its name up", VARIANTS.prod, VARIANTS.withoutDomain],
    ["gets a name and media at once", VARIANTS.plain, VARIANTS.prod],
    ["begins to keep media", VARIANTS.withoutMedia, VARIANTS.prod],
    ["keeps media no more", VARIANTS.prod, VARIANTS.withoutMedia],
    ["begins to try new code out first", VARIANTS.withoutCanary, VARIANTS.prod],
    ["tries new code out no more", VARIANTS.prod, VARIANTS.withoutCanary],
    ["rotates the secret of the edge", VARIANTS.prod, VARIANTS.rotated],
    ["rotates the secret of the edge again", VARIANTS.rotated, VARIANTS.rotatedTwice],
    ["hands uploads to a container", VARIANTS.prod, VARIANTS.container],
    ["takes uploads back from a container", VARIANTS.container, VARIANTS.prod],
    ["gives uploads up", VARIANTS.prod, VARIANTS.withoutUploads],
    ["takes uploads again", VARIANTS.withoutUploads, VARIANTS.prod],
    ["begins to keep the log of the edge", VARIANTS.prod, VARIANTS.logged],
    ["keeps the log of the edge no more", VARIANTS.logged, VARIANTS.prod],
    ["moves its mail into a network", VARIANTS.prod, VARIANTS.network],
    ["moves its mail out of a network", VARIANTS.network, VARIANTS.prod],
    ["gets a pipeline", VARIANTS.network, VARIANTS.pipeline],
    ["gives its pipeline up", VARIANTS.pipeline, VARIANTS.network],
    ["names security groups of its own", VARIANTS.network, VARIANTS.ownGroups],
    ["takes back the stack's security group", VARIANTS.ownGroups, VARIANTS.network],
  ])("%s: every stack can be deployed, in its turn, and nothing is lost", (_name, from, to) => {
    expect(obstacles(stageOf(from), stageOf(to))).toEqual([]);
  });

  it("has no kind of resource, whatever its settings, whose rights a pipeline was not asked for", () => {
    const stages = Object.values(VARIANTS).map((given) => Object.values(stageOf(given).stacks));
    const kinds = stages.flat().flatMap(({ Resources }) => Object.values(Resources).map(({ Type }) => Type));
    expect([...new Set(kinds)].filter((kind) => !Object.hasOwn(NEEDS, kind))).toEqual([]);
  });

  it("finds nothing of the network in its way when its mail moves into one again", () => {
    expect(leftBehind([VARIANTS.network, VARIANTS.prod, VARIANTS.network].map(stageOf))).toEqual([]);
  });

  it("finds the bucket of its media in its way when it keeps media again, as docs/media.md says", () => {
    const history = [VARIANTS.prod, VARIANTS.withoutMedia, VARIANTS.prod].map(stageOf);
    const sentence =
      "herald-data-prod in eu-central-1 cannot make the AWS::S3::Bucket herald-media-example: it left one behind.";
    expect(leftBehind(history)).toEqual([sentence]);
    const renamed = stageOf({ ...VARIANTS.prod, mediaBucket: "herald-media-again" });
    expect(leftBehind([...history.slice(0, 2), renamed])).toEqual([]);
  });
});

describe("the deployments of one account", () => {
  const regional = (given: Given, region: string, mediaBucket: string): Stage =>
    stageOf({ ...given, region, mediaBucket, alarmTopicArn: `arn:aws:sns:${region}:123456789012:on-call` });
  const stages = ["prod", "staging", "test"].flatMap((stage) =>
    ["eu-central-1", "us-east-1"].map((region) =>
      regional({ ...VARIANTS.prod, stage, domainName: `${stage}.${region}.example.com` }, region, `${stage}-${region}`),
    ),
  );

  it("take no name from each other: three stages in two regions", () => {
    expect(collisions(stages)).toEqual([]);
  });

  it("take no name from each other where the settings do not say the region", () => {
    const { region: _, ...anywhere } = { region: "", ...VARIANTS.prod };
    const here = stageOf(anywhere);
    const others = collisions([here, { ...here, region: "us-east-1" }]).filter(
      (one) => !one.includes("AWS::S3::Bucket"),
    );
    expect(others).toEqual([]);
  });

  it("fit into what an account may have without asking: three stages in two regions", () => {
    expect(exceededQuotas(stages)).toEqual([]);
  });
});
