/** `preflight --accept "<check>: the reason"`: an operator deploys although that check asks for a fix. */
import type { NamedFinding } from "./check.ts";

interface Accepted {
  findings: readonly NamedFinding[];
  /** One sentence if `text` does not name exactly one finding that asks for a fix. */
  refusal?: string;
}

export function accept(findings: readonly NamedFinding[], text: string | undefined): Accepted {
  if (text === undefined) return { findings };
  const [, title, reason] = /^(.+?): *(\S.*)$/.exec(text) ?? [];
  if (title === undefined || reason === undefined)
    return { findings, refusal: 'Write --accept "<check>: the reason".' };
  const failing = findings.filter(({ status }) => status === "fix");
  const [named, ...others] = failing.filter((each) => each.title === title);
  if (!named || others.length > 0) return { findings, refusal: refusalOf(title, failing) };
  return { findings: findings.map((each) => (each === named ? acceptedFor(reason, named) : each)) };
}

const acceptedFor = (reason: string, finding: NamedFinding): NamedFinding => ({
  ...finding,
  status: "accepted",
  reason,
});

function refusalOf(title: string, failing: readonly NamedFinding[]): string {
  const names = failing.map((each) => each.title).join(", ") || "none does";
  return `"${title}" is not the name of one check that asks for a fix (${names}): correct --accept, on GitHub the variable ACCEPT, or leave it out.`;
}
