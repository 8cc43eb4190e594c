/**
 * Custom resources: nobody runs their functions here. CDK's pair that carries values to another region is answered
 * for, as it does nothing else: the writer keeps them as parameters of that region, the reader answers them.
 */
import { isObject, type JsonObject } from "../template/values.ts";
import type { Resource } from "./resource.ts";

const membersOf = (value: unknown): JsonObject => (isObject(value) ? value : {});

/** The parameter of that name, if this resource's function writes it. */
export function writtenParameter({ type, properties }: Resource, region: string, name: string): unknown {
  if (type !== "Custom::CrossRegionExportWriter") return undefined;
  const { region: target, exports } = membersOf(properties.WriterProps);
  return target === region ? membersOf(exports)[name] : undefined;
}

export function customAttribute({ type, physicalId, properties }: Resource, name: string): unknown {
  if (type !== "Custom::CrossRegionExportReader") return `${physicalId}.${name}`;
  return membersOf(membersOf(properties.ReaderProps).imports)[name];
}
