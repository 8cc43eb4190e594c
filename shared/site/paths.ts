/** Every path of the site (specification section 2), and the file of the built site for it. */
export const paths = {
  signUp: "/",
  signUpComplete: "/signup/comp",
  signIn: "/signin",
  signInChallenge: "/signin/auth",
  menu: "/menu",
  upgrade: "/upgrade",
  upgradePayment: "/upgrade/payment",
  upgradeComplete: "/upgrade/comp",
  pluginDownload: "/dl/plugin",
  manualDownload: "/dl/manual",
  passwordChange: "/pw/change",
  passwordChangeComplete: "/pw/change/comp",
  passwordForgot: "/pw/forgot",
  passwordReset: "/pw/reset",
  passwordResetComplete: "/pw/reset/comp",
  loginIdForgot: "/id/forgot",
  quote: "/quote",
  contract: "/contract",
  update: "/update",
  updateComplete: "/update/comp",
  phoneChange: "/pn/change",
  phoneChangeComplete: "/pn/change/comp",
  emailChange: "/em/change",
  emailChangeComplete: "/em/change/comp",
  leave: "/leave",
  leaveComplete: "/leave/comp",
  unsubscribe: "/unsubscribe",
  unsubscribeCopies: "/unsubscribe/invoice-copies",
  licence: "/licence",
  security: "/security",
  guide: "/guide",
  redirect: "/redirect",
  error: "/error",
} as const;

/** Screens for signed-in customers. */
export const customerPaths = [
  paths.menu,
  paths.pluginDownload,
  paths.manualDownload,
  paths.upgrade,
  paths.upgradeComplete,
  paths.contract,
  paths.leave,
  paths.update,
  paths.updateComplete,
  paths.security,
  paths.licence,
  paths.guide,
  paths.emailChange,
  paths.emailChangeComplete,
  paths.phoneChange,
  paths.phoneChangeComplete,
] as const;
export type CustomerPath = (typeof customerPaths)[number];

export type Path = (typeof paths)[keyof typeof paths];

/**
 * Screens that look the same to everybody who opens them: the build renders each to an HTML file of its own.
 */
export const prerenderedPaths: readonly Path[] = [
  paths.signUp,
  paths.signUpComplete,
  paths.signIn,
  paths.passwordForgot,
  paths.loginIdForgot,
  paths.passwordReset,
  paths.unsubscribe,
  paths.unsubscribeCopies,
  paths.error,
];

/** Header and skeleton, for the screens that depend on who is signed in. */
export const frameFile = "/frame.html";

/** The file for unknown paths; served with status 404. */
export const notFoundFile = "/not-found.html";

const fileOf = (path: Path): string => {
  if (!prerenderedPaths.includes(path)) return frameFile;
  return path === "/" ? "/index.html" : `${path}.html`;
};

/** The HTML file of each path. CloudFront's function and the local edge use this table. */
export const htmlFiles: Readonly<Record<string, string>> = Object.fromEntries(
  Object.values(paths).map((path) => [path, fileOf(path)]),
);

/**
 * Paths that redirect to another one. Password managers and browsers request the first:
 * https://www.w3.org/TR/change-password-url/
 */
export const redirects: Readonly<Record<string, Path>> = {
  "/.well-known/change-password": paths.passwordChange,
};
