/** Stacks, change sets, resources and events as CloudFormation describes them. Source: its API reference, "Data types". */
import type { XmlFields } from "../../../../../scripts/local/emulators/aws/xml.ts";
import { replacementBy, type Step } from "../stacks/plan.ts";
import type { Resource } from "../stacks/resource.ts";
import type { ChangeSet, Stack, StackEvent } from "../stacks/stack.ts";
import type { JsonObject } from "../template/values.ts";
import { listed } from "./query-protocol.ts";

const time = (at: number): string => new Date(at).toISOString();

export function describeStack(stack: Stack): XmlFields {
  return {
    StackId: stack.id,
    StackName: stack.name,
    Description: stack.description,
    CreationTime: time(stack.createdAt),
    LastUpdatedTime: stack.updatedAt && time(stack.updatedAt),
    StackStatus: stack.status,
    StackStatusReason: stack.reason,
    EnableTerminationProtection: stack.isProtected,
    DisableRollback: false,
    NotificationARNs: listed([]),
    Capabilities: { member: "CAPABILITY_NAMED_IAM" },
    Tags: listed(stack.tags.map(({ Key, Value }) => ({ Key, Value }))),
    Parameters: listed(stack.parameters.map(describeParameter)),
    Outputs: listed(
      stack.outputs.map(({ key, value, description, exportName }) => ({
        OutputKey: key,
        OutputValue: value,
        Description: description,
        ExportName: exportName,
      })),
    ),
  };
}

function describeParameter({ key, given, value }: Stack["parameters"][number]): XmlFields {
  const stored = [value].flat().join(",");
  return {
    ParameterKey: key,
    ParameterValue: given,
    ResolvedValue: stored === given ? undefined : stored,
  };
}

export function describeChangeSet(stack: Stack, changeSet: ChangeSet): XmlFields {
  const { plan, status } = changeSet;
  return {
    ChangeSetName: changeSet.name,
    ChangeSetId: changeSet.id,
    StackId: stack.id,
    StackName: stack.name,
    CreationTime: time(changeSet.createdAt),
    ExecutionStatus: plan ? "AVAILABLE" : "UNAVAILABLE",
    Status: status,
    StatusReason: changeSet.reason,
    Changes: listed((plan?.steps ?? []).map(describeStep)),
  };
}

function describeStep(step: Step): XmlFields {
  const { action, resource, before, changed, replacement } = step;
  const isChange = action === "Modify";
  return {
    Type: "Resource",
    ResourceChange: {
      Action: action,
      LogicalResourceId: resource.logicalId,
      PhysicalResourceId: before?.physicalId,
      ResourceType: resource.type,
      Replacement: isChange ? replacement : undefined,
      Details: listed(isChange ? changed.map((name) => describeDetail(name, step)) : []),
      BeforeContext: before && context(before.properties),
      AfterContext: action === "Remove" ? undefined : context(resource.properties),
    },
  };
}

const context = (properties: JsonObject): string => JSON.stringify({ Properties: properties });

const recreation = { True: "Always", False: "Never", Conditional: "Conditionally" } as const;

function describeDetail(name: string, { resource, before }: Step): XmlFields {
  const text = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value));
  return {
    Target: {
      Attribute: "Properties",
      Name: name,
      RequiresRecreation: recreation[replacementBy(resource.type, [name])],
      Path: `/Properties/${name}`,
      BeforeValue: text(before?.properties[name]),
      AfterValue: text(resource.properties[name]),
    },
    Evaluation: "Static",
    ChangeSource: "DirectModification",
  };
}

export function describeEvent(stack: Stack, event: StackEvent, index: number): XmlFields {
  return {
    EventId: `${event.logicalId}-${event.status}-${index}`,
    StackId: stack.id,
    StackName: stack.name,
    LogicalResourceId: event.logicalId,
    PhysicalResourceId: event.physicalId,
    ResourceType: event.type,
    Timestamp: time(event.at),
    ResourceStatus: event.status,
    ResourceStatusReason: event.reason,
  };
}

export function describeResource(stack: Stack, { logicalId, physicalId, type }: Resource): XmlFields {
  return {
    LogicalResourceId: logicalId,
    PhysicalResourceId: physicalId,
    ResourceType: type,
    ResourceStatus: stack.status.startsWith("UPDATE") ? "UPDATE_COMPLETE" : "CREATE_COMPLETE",
    StackId: stack.id,
    StackName: stack.name,
    Timestamp: time(stack.updatedAt ?? stack.createdAt),
    LastUpdatedTimestamp: time(stack.updatedAt ?? stack.createdAt),
  };
}
