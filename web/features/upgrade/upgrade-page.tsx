import { useState } from "react";
import { Navigate } from "react-router-dom";
import { Page } from "#web/components/page.tsx";
import { Spinner } from "#web/components/spinner.tsx";
import { session } from "#web/lib/session.ts";
import { useCustomer } from "#web/lib/use-customer.ts";
import type { NavigationState } from "#web/routes/navigation-state.ts";
import { paths } from "#web/routes/paths.ts";
import { NotUpgradable } from "./not-upgradable.tsx";
import { UpgradeWizard } from "./upgrade-wizard.tsx";
import { usePrice } from "./use-price.ts";

function Upgrade() {
  const { customer, reload } = useCustomer();
  const price = usePrice();
  if (!customer || !price) return <Spinner />;
  if (customer.Plan !== "trial") return <NotUpgradable plan={customer.Plan} />;
  return <UpgradeWizard customer={customer} price={price} onRefused={reload} />;
}

/** A trial customer's payment type is stored as the empty string, which is not the same as none (specification section 4). */
const hasStoredPlan = (): boolean =>
  session.read("plan") !== undefined && session.read("paymentType") !== undefined;

/** /upgrade */
export default function UpgradePage() {
  const [known] = useState(hasStoredPlan);
  const state: NavigationState = { from: paths.upgrade };
  if (!known) return <Navigate to={paths.signIn} replace state={state} />;
  return (
    <Page header="signed-in" title="アップグレード">
      <Upgrade />
    </Page>
  );
}
