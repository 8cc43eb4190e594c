/** A stack, and what CloudFormation tells of it. */
import type { StackParameter } from "../template/parameters.ts";
import type { Template } from "../template/template.ts";
import type { Plan } from "./plan.ts";
import type { Resource } from "./resource.ts";

export interface StackEvent {
  at: number;
  logicalId: string;
  physicalId: string;
  type: string;
  status: string;
  reason: string | undefined;
}

export interface ChangeSet {
  id: string;
  name: string;
  createdAt: number;
  status: "CREATE_COMPLETE" | "FAILED";
  reason: string | undefined;
  /** Undefined when it failed. */
  plan: Plan | undefined;
}

export interface Output {
  key: string;
  value: string;
  description: string | undefined;
  exportName: string | undefined;
}

export interface Stack {
  id: string;
  name: string;
  region: string;
  status: string;
  reason: string | undefined;
  createdAt: number;
  updatedAt: number | undefined;
  /** As it was sent, and as it was read; undefined while a first change set is under review. */
  template: { body: string; content: Template } | undefined;
  description: string | undefined;
  parameters: readonly StackParameter[];
  tags: readonly Tag[];
  outputs: readonly Output[];
  /** Names of what it takes from other stacks' exports. */
  imports: readonly string[];
  resources: Map<string, Resource>;
  events: StackEvent[];
  changeSets: Map<string, ChangeSet>;
  isProtected: boolean;
}

export interface Tag {
  Key: string;
  Value: string;
}

export const isGone = ({ status }: Stack): boolean => status === "DELETE_COMPLETE";
export const isUnderReview = ({ status }: Stack): boolean => status === "REVIEW_IN_PROGRESS";
