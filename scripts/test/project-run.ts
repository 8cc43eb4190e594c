/** The outcome of a run of Vitest, file by file: the process that ran the tests sends it to the one that judges them. */

/** `core` is what `npm test` runs, `changed` what the files that differ from main reach. */
export type Scope = "core" | "changed" | "all";

/** The tests that the caller selects. */
export interface ProjectRequest {
  project: "unit" | "e2e" | "browsers";
  scope: Scope;
  /** Vitest's filters; none selects every file of the scope. */
  filters: readonly string[];
  testNamePattern?: string;
  update: boolean;
  watch: boolean;
}

export interface Failure {
  /** The same in every run of the file. */
  id: string;
  /** Relative to the working directory. */
  file: string;
  /** The whole name; undefined when the file itself failed. */
  test?: string;
  /** The first line of the first error. */
  error: string;
}

/** Errors that belong to no file have one of their own, with the project's name. */
export interface FileRun {
  file: string;
  project: ProjectRequest["project"];
  /** Loading and tests. */
  seconds: number;
  /** Ids of tests. */
  passed: readonly string[];
  failures: readonly Failure[];
}
