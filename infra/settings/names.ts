/** Names of deployed resources. Stacks, functions, alarms and dashboards of an environment begin with `Portal-<env>`. */

/** Namespace of our metrics, name of the dashboard and of the main stack: `Portal-prod`. */
export const portalName = (environment: string): string => `Portal-${environment}`;

export const stackNames = (environment: string) => {
  const portal = portalName(environment);
  return { edge: `${portal}-Edge`, data: `${portal}-Data`, replica: `${portal}-Replica`, portal } as const;
};

/** Output of the stack in us-east-1: the region of its portal. */
export const portalRegionOutput = "PortalRegion";

/** The alias that routes, triggers and schedules call: `Portal-prod-customer-get-user:live`. */
export const liveAlias = "live";

/** Of the key that encrypts customers' secrets; the operators' commands find it by this name. */
export const secretsKeyAlias = (environment: string): string =>
  `alias/${portalName(environment)}/customer-secrets`;

/** Folder of the site bucket with the documents of each deployment and its `deployment.json`, for a rollback. */
export const deploymentsFolder = "deployments";
export const deploymentFolder = (name: string): string => `${deploymentsFolder}/${name}`;
export const deploymentManifest = "deployment.json";

/** Distinguishes the key of the vault from the key of the customers' secrets, after their stack was deleted. */
export const copiesKeyDescription = "Encrypts copies of the table";

/** On every stack. CloudFormation puts them on each resource, where they outlive the stack. They can split the bill. */
export const tagsOf = (environment: string) => ({ service: "telephony-portal", environment });
