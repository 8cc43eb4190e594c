/** What JSON is made of. */

export type JsonObject = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** `[name, argument]` of `{"Fn::Join": [...]}` and its like; undefined for whatever is no function. */
export function functionCall(value: unknown): readonly [name: string, argument: unknown] | undefined {
  if (!isObject(value)) return undefined;
  const [entry, ...others] = Object.entries(value);
  if (!entry || others.length > 0) return undefined;
  return /^(Fn::\w+|Ref|Condition)$/.test(entry[0]) ? entry : undefined;
}

/** `["Function", "Arn"]` of either way to write `Fn::GetAtt`. */
export function attributeNamed(argument: unknown): readonly [id: string, attribute: string] {
  const [id, ...attribute] =
    typeof argument === "string" ? argument.split(".") : listOf(argument).map(String);
  return [id ?? "", attribute.join(".")];
}

/** `[text, variables]` of either way to write `Fn::Sub`. */
export function substitution(argument: unknown): readonly [text: string, variables: JsonObject] {
  const [text, variables] = Array.isArray(argument) ? argument : [argument, {}];
  return [String(text), isObject(variables) ? variables : {}];
}

/** Names between `${` and `}`; `${!Literal}` is text. */
export const placeholder = /\$\{([^!][^}]*)\}/g;

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** The same without regard to the order of an object's members. */
export function sameValue(a: unknown, b: unknown): boolean {
  return JSON.stringify(sorted(a)) === JSON.stringify(sorted(b));
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isObject(value)) return value;
  const entries = Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1));
  return Object.fromEntries(entries.map(([name, inner]) => [name, sorted(inner)]));
}
