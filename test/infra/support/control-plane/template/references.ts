/** What a part of a template names: resources, parameters, attributes, conditions. */
import { attributeNamed, functionCall, isObject, listOf, placeholder, substitution } from "./values.ts";

export type Reference =
  | { to: "value"; name: string }
  | { to: "attribute"; name: string; attribute: string }
  | { to: "condition"; name: string }
  | { to: "output" };

export function referencesIn(value: unknown): Reference[] {
  const call = functionCall(value);
  if (call) return referencesOfCall(...call);
  if (Array.isArray(value)) return value.flatMap(referencesIn);
  return isObject(value) ? Object.values(value).flatMap(referencesIn) : [];
}

function referencesOfCall(name: string, argument: unknown): Reference[] {
  switch (name) {
    case "Ref":
      return [{ to: "value", name: String(argument) }];
    case "Condition":
      // A policy's `Condition` looks the same, but holds an object.
      return typeof argument === "string" ? [{ to: "condition", name: argument }] : referencesIn(argument);
    case "Fn::GetAtt": {
      const [id, attribute] = attributeNamed(argument);
      return [{ to: "attribute", name: id, attribute }];
    }
    case "Fn::Sub":
      return referencesOfSub(argument);
    case "Fn::If": {
      const [condition, ...branches] = listOf(argument);
      return [{ to: "condition", name: String(condition) }, ...branches.flatMap(referencesIn)];
    }
    case "Fn::GetStackOutput":
      return [{ to: "output" }, ...referencesIn(argument)];
    default:
      return referencesIn(argument);
  }
}

function referencesOfSub(argument: unknown): Reference[] {
  const [text, variables] = substitution(argument);
  const names = [...text.matchAll(placeholder)].map(([, name = ""]) => name.trim());
  const own = names
    .filter((name) => !(name in variables))
    .map((name): Reference => {
      if (!name.includes(".")) return { to: "value", name };
      const [id, attribute] = attributeNamed(name);
      return { to: "attribute", name: id, attribute };
    });
  return [...own, ...Object.values(variables).flatMap(referencesIn)];
}
