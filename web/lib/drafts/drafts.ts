/** Where in session storage a screen keeps what was typed on it. */
import { type Path, paths } from "#web/routes/paths.ts";
import { type SessionKey, session } from "../session.ts";

const drafts: readonly (readonly [Path, SessionKey])[] = [
  [paths.signUp, "userDetailInfo"],
  [paths.update, "updateInfo"],
  [paths.upgrade, "upgradeInfo"],
  [paths.phoneChange, "numberChangeProgress"],
  [paths.emailChange, "emailChangeProgress"],
  [paths.passwordReset, "passwordReset"],
];
const isKept = (key: SessionKey): boolean => session.read(key) !== undefined;

/** The screen on which something typed waits: that of `path` before any other. */
export function draftPath(path?: string): Path | undefined {
  const kept = drafts.filter(([, key]) => isKept(key)).map(([screen]) => screen);
  return kept.find((screen) => screen === path) ?? kept[0];
}
