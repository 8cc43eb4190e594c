/** Lambda puts the role's credentials into the environment: bundles use this in place of the SDK's default chain. */
export { fromEnv as defaultProvider } from "@aws-sdk/credential-provider-env";
