/** Every route of specification section 2. Those of later issues are listed so that nothing spells a path twice. */
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
  update: "/update",
  updateComplete: "/update/comp",
  phoneChange: "/pn/change",
  phoneChangeComplete: "/pn/change/comp",
  emailChange: "/em/change",
  emailChangeComplete: "/em/change/comp",
  redirect: "/redirect",
  error: "/error",
} as const;

export type Path = (typeof paths)[keyof typeof paths];
