import { type Resolver, useForm } from "react-hook-form";
import type { PortalForm } from "#web/forms/use-portal-form.ts";
import { prepareIdentity } from "#web/lib/identity/provider.ts";
import { preloadScreen } from "#web/lib/load-screen.ts";
import { paths } from "#web/routes/paths.ts";
import type { Credentials } from "./loaded-later.ts";

export const loadChallengePage = () => import("./sign-in-challenge-page.tsx");
export const loadLater = () => import("./loaded-later.ts");

/** Without its rules the form still works: signing in is what says whether the input is right. */
const resolver: Resolver<Credentials, unknown, Credentials> = async (values, context, options) => {
  const later = await loadLater().catch(() => undefined);
  return later ? later.signInResolver(values, context, options) : { values, errors: {} };
};

/** As `usePortalForm`, but the rules are loaded while the person types: /signin is light because of that. */
export const useSignInForm = (loginId = ""): PortalForm<Credentials> =>
  useForm<Credentials, unknown, Credentials>({
    resolver,
    defaultValues: { loginId, password: "" },
    mode: "onSubmit",
    reValidateMode: "onSubmit",
  });

/** Loads the files of the next steps. A failure is shown by the step that needs them. */
export function prepareSignIn(): void {
  prepareIdentity();
  preloadScreen(paths.menu);
  for (const load of [loadLater, loadChallengePage]) load().catch(() => {});
}
