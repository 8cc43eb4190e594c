/** Are a resource's properties, once evaluated, what its type takes? In the words of the registry's validator. */
import { isObject } from "../template/values.ts";
import {
  definition,
  isCustom,
  type Properties,
  type Property,
  type PropertyType,
  resourceType,
} from "./database.ts";

/** One sentence for each mistake; none for a custom resource, whose properties are its function's own. */
export function mistakesOf(type: string, properties: unknown): string[] {
  const known = isCustom(type) ? undefined : resourceType(type);
  return known ? mistakesOfObject(known.properties, properties, "#") : [];
}

function mistakesOfObject(known: Properties, value: unknown, path: string): string[] {
  if (!isObject(value)) return [expected("JSONObject", value, path)];
  const missing = Object.entries(known)
    .filter(([name, { required }]) => required && value[name] === undefined)
    .map(([name]) => `${path}: required key [${name}] not found`);
  return [
    ...missing,
    ...Object.entries(value).flatMap(([name, inner]) => {
      const property = known[name];
      if (!property) return [`${path}: extraneous key [${name}] is not permitted`];
      return mistakesOfProperty(property, inner, `${path}/${name}`);
    }),
  ];
}

function mistakesOfProperty({ type, previousTypes = [] }: Property, value: unknown, path: string): string[] {
  const mistakes = mistakesOfValue(type, value, path);
  const fitsEarlier = () =>
    previousTypes.some((earlier) => mistakesOfValue(earlier, value, path).length === 0);
  return mistakes.length > 0 && fitsEarlier() ? [] : mistakes;
}

function mistakesOfValue(type: PropertyType, value: unknown, path: string): string[] {
  switch (type.type) {
    case "string":
      if (!isPrimitive(value)) return [expected("String", value, path)];
      if (!type.allowedValues || type.allowedValues.includes(String(value))) return [];
      return [`${path}: ${value} is not a valid enum value`];
    case "date-time":
      return isPrimitive(value) ? [] : [expected("String", value, path)];
    case "boolean":
      return /^(true|false)$/.test(asText(value)) ? [] : [expected("Boolean", value, path)];
    case "integer":
      return /^-?\d+$/.test(asText(value)) ? [] : [expected("Integer", value, path)];
    case "number":
      return asText(value) !== "" && Number.isFinite(Number(value)) ? [] : [expected("Number", value, path)];
    case "json":
      return isObject(value) || isJson(value) ? [] : [expected("JSONObject", value, path)];
    case "tag":
      return mistakesOfObject(tag, value, path);
    case "array":
      if (!Array.isArray(value)) return [expected("JSONArray", value, path)];
      return value.flatMap((each, index) => mistakesOfValue(type.element, each, `${path}/${index}`));
    case "map":
      if (!isObject(value)) return [expected("JSONObject", value, path)];
      return Object.entries(value).flatMap(([name, each]) =>
        mistakesOfValue(type.element, each, `${path}/${name}`),
      );
    case "union":
      return anyOf(type.types, value, path);
    case "ref":
      return mistakesOfObject(definition(type.reference.$ref), value, path);
  }
}

function anyOf(types: readonly PropertyType[], value: unknown, path: string): string[] {
  const mistakes = types.map((type) => mistakesOfValue(type, value, path));
  return mistakes.some((none) => none.length === 0) ? [] : (mistakes[0] ?? []);
}

const text: Property = { type: { type: "string" }, required: true };
const tag: Properties = { Key: text, Value: text };

/** CloudFormation takes a number or a boolean for a text and the other way round. */
const isPrimitive = (value: unknown): boolean => ["string", "number", "boolean"].includes(typeof value);
const asText = (value: unknown): string => (isPrimitive(value) ? String(value) : "");

function isJson(value: unknown): boolean {
  if (typeof value !== "string") return false;
  try {
    return isObject(JSON.parse(value));
  } catch {
    return false;
  }
}

function expected(type: string, value: unknown, path: string): string {
  return `${path}: expected type: ${type}, found: ${kindOf(value)}`;
}

function kindOf(value: unknown): string {
  if (value === null) return "Null";
  if (Array.isArray(value)) return "JSONArray";
  if (isObject(value)) return "JSONObject";
  const name = typeof value;
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
}
