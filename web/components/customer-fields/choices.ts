import {
  customerCategories,
  discoverySources,
  industries,
  positions,
  prefectures,
  tasks,
  usages,
} from "../../../shared/enums.ts";
import type { Choice } from "../form/select-field.tsx";

const numbered = (labels: readonly string[]): Choice[] => labels.map((label, value) => ({ value, label }));

/** The enumerations of specification section 3, as the fields take them. */
export const choices = {
  customerKbn: numbered(customerCategories),
  prefecture: Object.entries(prefectures).map(([key, label]) => ({ value: Number(key), label })),
  position: numbered(positions),
  industry: numbered(industries),
  task: numbered(tasks),
  discoverySource: numbered(discoverySources),
  usage: numbered(usages),
};
