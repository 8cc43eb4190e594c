/** `application/x-www-form-urlencoded` with brackets, as Stripe reads it: `items[0][price]=x&expand[]=y`. */

type FormValue = string | FormValue[] | FormFields;
export interface FormFields {
  [name: string]: FormValue;
}
type Node = string | Map<string, Node>;

export function parseForm(text: string): FormFields {
  const root = new Map<string, Node>();
  for (const [name, value] of new URLSearchParams(text)) insert(root, segmentsOf(name), value);
  return toFields(root);
}

function segmentsOf(name: string): string[] {
  const [, first, brackets] = /^([^[\]]+)((?:\[[^[\]]*\])*)$/.exec(name) ?? [];
  if (first === undefined) return [name];
  return [first, ...[...(brackets ?? "").matchAll(/\[([^[\]]*)\]/g)].map(([, inside = ""]) => inside)];
}

function insert(into: Map<string, Node>, [name = "", ...rest]: string[], value: string): void {
  const key = name === "" ? String(into.size) : name;
  if (rest.length === 0) return void into.set(key, value);
  const existing = into.get(key);
  const child = existing instanceof Map ? existing : new Map<string, Node>();
  into.set(key, child);
  insert(child, rest, value);
}

function toFields(node: Map<string, Node>): FormFields {
  return Object.fromEntries([...node].map(([name, child]) => [name, toValue(child)]));
}

/** A node that has only numbers for names is an array, in the order of these numbers. */
function toValue(node: Node): FormValue {
  if (typeof node === "string") return node;
  const isArray = [...node.keys()].every((name) => /^\d+$/.test(name));
  if (!isArray) return toFields(node);
  return [...node].sort(([a], [b]) => Number(a) - Number(b)).map(([, child]) => toValue(child));
}
