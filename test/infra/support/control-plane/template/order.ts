/** The order in which resources are made: each after what it names. */
import { referencesIn } from "./references.ts";
import { invalid, type ResourceDeclaration, type Template } from "./template.ts";

/** Logical ids. A circle is refused. */
export function inOrder({ Resources }: Template): string[] {
  const waiting = new Map(
    Object.entries(Resources).map(([id, resource]) => [id, new Set(dependenciesOf(resource, Resources))]),
  );
  const order: string[] = [];
  while (waiting.size > 0) {
    const ready = [...waiting].filter(([, needs]) => needs.size === 0).map(([id]) => id);
    if (ready.length === 0) {
      throw invalid(`Circular dependency between resources: [${circle(waiting).join(", ")}]`);
    }
    for (const id of ready) waiting.delete(id);
    for (const needs of waiting.values()) for (const id of ready) needs.delete(id);
    order.push(...ready);
  }
  return order;
}

function dependenciesOf(
  { Properties, DependsOn }: ResourceDeclaration,
  all: Template["Resources"],
): string[] {
  const named = referencesIn(Properties).flatMap((reference) =>
    reference.to === "value" || reference.to === "attribute" ? [reference.name] : [],
  );
  return [...named, ...[DependsOn ?? []].flat()].filter((id) => id in all);
}

/** What stands in the circle itself, without what only waits for it. */
function circle(waiting: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const ids = [...waiting.keys()];
  const isNeeded = (id: string, left: readonly string[]) => left.some((other) => waiting.get(other)?.has(id));
  let left = ids;
  for (;;) {
    const next = left.filter((id) => isNeeded(id, left));
    if (next.length === left.length) return left;
    left = next;
  }
}
