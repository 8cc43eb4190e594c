/** Finds what a test speaks of in a template, by the place it has in the stack. */
import type { Template } from "aws-cdk-lib/assertions";

export interface Statement {
  Effect: string;
  Action: string | string[];
  Resource: unknown;
  Condition?: unknown;
}

/** Logical id and properties of every resource of that type, by its path in the stack. */
export function resourcesOf(template: Template, type: string) {
  return Object.entries(template.findResources(type)).map(
    ([id, { Metadata, Properties, DeletionPolicy, UpdateReplacePolicy, ...rest }]) => ({
      id,
      path: String(Metadata["aws:cdk:path"]).split("/").slice(1, -1).join("/"),
      properties: Properties,
      DeletionPolicy: String(DeletionPolicy),
      UpdateReplacePolicy: String(UpdateReplacePolicy),
      ...rest,
    }),
  );
}

export function onlyResource(template: Template, type: string, pathPart = "") {
  const [found, ...others] = resourcesOf(template, type).filter(({ path }) => path.includes(pathPart));
  if (!found || others.length > 0) throw new Error(`Not exactly one ${type} at ${pathPart}`);
  return found;
}

/** Our functions, by the name that infra/settings/functions.ts gives them. */
export function ourFunctions(template: Template) {
  return resourcesOf(template, "AWS::Lambda::Function")
    .filter(({ path }) => path.endsWith("/Function"))
    .map((found) => ({ ...found, name: found.path.split("/").at(-2) ?? found.path }));
}

/** Every statement of the role that the function runs as. */
export function statementsOf(template: Template, roleId: string): Statement[] {
  const inline = resourcesOf(template, "AWS::IAM::Role")
    .filter(({ id }) => id === roleId)
    .flatMap(({ properties }) => properties.Policies ?? []);
  const attached = resourcesOf(template, "AWS::IAM::Policy")
    .filter(({ properties }) => properties.Roles.some((role: { Ref: string }) => role.Ref === roleId))
    .map(({ properties }) => properties);
  return [...inline, ...attached].flatMap(({ PolicyDocument }) => PolicyDocument.Statement);
}
