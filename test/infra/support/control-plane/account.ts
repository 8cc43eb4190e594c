/** The account that the stand-in keeps: stacks by region, what they made, and what is left of those that are gone. */
import { createObjectStore, type ObjectStore } from "../../../../scripts/local/emulators/s3/object-store.ts";
import { writtenParameter } from "./stacks/custom-resources.ts";
import type { Resource } from "./stacks/resource.ts";
import { isGone, isUnderReview, type Output, type Stack } from "./stacks/stack.ts";

export class Account {
  readonly id = "123456789012";
  /** Those that are gone as well: who knows the ARN may still ask for them. */
  readonly stacks: Stack[] = [];
  readonly existing = new Set<Resource>();
  private readonly objects = new Map<string, ObjectStore>();

  /** By name, which only a living stack has, or by ARN. */
  stack(region: string, nameOrArn: string): Stack | undefined {
    return this.stacks.find(
      (stack) =>
        stack.region === region && (stack.id === nameOrArn || (stack.name === nameOrArn && !isGone(stack))),
    );
  }

  resource(type: string, physicalId: string, region?: string): Resource | undefined {
    return [...this.existing].find(
      (each) =>
        each.type === type &&
        each.physicalId === physicalId &&
        (region === undefined || each.region === region),
    );
  }

  /** What is in that bucket; undefined when no stack made one of that name. */
  bucket(name: string): (ObjectStore & { region: string }) | undefined {
    const made = this.resource("AWS::S3::Bucket", name);
    if (!made) return undefined;
    const objects = this.objects.get(name) ?? createObjectStore(Date.now);
    this.objects.set(name, objects);
    return { ...objects, region: made.region };
  }

  object(bucket: string, key: string): Buffer | undefined {
    return this.bucket(bucket)?.current(key)?.body;
  }

  /** Systems Manager's value of that name. */
  parameter(region: string, name: string): string | undefined {
    const own = this.resource("AWS::SSM::Parameter", name, region)?.properties.Value;
    const written = [...this.existing].map((each) => writtenParameter(each, region, name));
    const value = own ?? written.find((each) => each !== undefined);
    return value === undefined ? undefined : String(value);
  }

  role(arn: string): Resource | undefined {
    const [, id, name] = /^arn:aws:iam::(\d{12}):role\/(?:.+\/)?([^/]+)$/.exec(arn) ?? [];
    return id === this.id ? this.resource("AWS::IAM::Role", name ?? "") : undefined;
  }

  exports(region: string): (Output & { stack: Stack })[] {
    return this.alive(region).flatMap((stack) =>
      stack.outputs
        .filter(({ exportName }) => exportName !== undefined)
        .map((output) => ({ ...output, stack })),
    );
  }

  importers(region: string, exportName: string): Stack[] {
    return this.alive(region).filter(({ imports }) => imports.includes(exportName));
  }

  alive(region?: string): Stack[] {
    return this.stacks.filter(
      (stack) => !isGone(stack) && !isUnderReview(stack) && (region === undefined || stack.region === region),
    );
  }
}
