import { type IStackSynthesizer, StackSynthesizer } from "aws-cdk-lib";
import type { IFunction } from "aws-cdk-lib/aws-lambda";
import { Alias } from "aws-cdk-lib/aws-lambda";
import { Bucket, type IBucket } from "aws-cdk-lib/aws-s3";
import type { IConstruct } from "constructs";

// The CDK's interfaces have optional properties that its classes declare as possibly `undefined`. With exact optional
// property types the compiler does not accept the classes as implementations, so these guards convince it.

const isFunction = (construct: IConstruct): construct is IFunction => construct instanceof Alias;
const isBucket = (construct: IConstruct): construct is IBucket => construct instanceof Bucket;

const isSynthesizer = (one: object): one is IStackSynthesizer => one instanceof StackSynthesizer;

export function asSynthesizer(one: StackSynthesizer): IStackSynthesizer {
  if (!isSynthesizer(one)) throw new Error("a synthesiser is a synthesiser");
  return one;
}

export function asFunction(alias: Alias): IFunction {
  if (!isFunction(alias)) throw new Error("an alias is a function");
  return alias;
}

export function asBucket(bucket: Bucket): IBucket {
  if (!isBucket(bucket)) throw new Error("a bucket is a bucket");
  return bucket;
}
