import type { Profile } from "#functions/customer/profile.ts";

/** On trial, or after the contract has ended: nothing is paid for at present. */
export const canSubscribe = ({ plan }: Pick<Profile, "plan">): boolean =>
  plan === "trial" || plan === "suspended";
