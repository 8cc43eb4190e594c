import { Stack } from "aws-cdk-lib";
import type { IConstruct } from "constructs";

/** The parts that can be deployed apart, in the order in which they follow each other. */
export type Part = "Edge" | "Entrance" | "Data" | "Api" | "Site" | "Watch";

/** `Portal-dev`: what the names of all that belongs to an environment begin with. */
export const portalName = (environment: string): string => `Portal-${environment}`;

export const stackName = (environment: string, part: Part): string => `${portalName(environment)}-${part}`;

/** The same for whatever lies in one of those stacks. */
export const portalOf = (construct: IConstruct): string => Stack.of(construct).stackName.replace(/-\w+$/, "");
