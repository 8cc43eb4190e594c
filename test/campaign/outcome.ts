/** The outcome of a campaign. */
export const kinds = ["clean", "token", "corpus", "race", "fault", "kill", "loss"] as const;
export type Kind = (typeof kinds)[number];

interface Failure {
  /** Of the experiment: `npm run campaign -- --only NAME` repeats it. */
  name: string;
  seed: number;
  problems: string[];
}

export interface Outcome {
  /** By operation and kind: how many were tried and how many failed. */
  counts: Record<string, Partial<Record<Kind, [tried: number, failed: number]>>>;
  failures: Failure[];
}

declare module "vitest" {
  interface TaskMeta {
    campaign?: Outcome;
  }
}
