import { useLocation } from "react-router-dom";
import type { UserRecord } from "#shared/customer/customer.ts";
import { Notice } from "#web/components/notice.tsx";
import { Page } from "#web/components/page.tsx";
import { Spinner } from "#web/components/spinner.tsx";
import { useCustomer } from "#web/lib/use-customer.ts";
import { readNavigationState } from "#web/routes/navigation-state.ts";
import { CardGrid } from "./card-grid.tsx";
import { GettingStarted } from "./getting-started.tsx";
import { HomeBand } from "./home-band.tsx";
import { menuEntries } from "./menu-cards.ts";
import { PasskeyOffer } from "./passkey-offer.tsx";
import { PaymentNotice } from "./payment-notice.tsx";
import { rooms } from "./rooms.ts";

function Menu({ customer }: { customer: UserRecord }) {
  return (
    <>
      <PaymentNotice plan={customer.Plan} />
      <HomeBand customer={customer} />
      <PasskeyOffer />
      <CardGrid entries={menuEntries(customer.Plan)} />
      {customer.Plan === "trial" && <GettingStarted />}
      <nav aria-label="その他のお手続き">
        <CardGrid entries={rooms} asLinks />
      </nav>
    </>
  );
}

/** /menu */
export default function MenuPage() {
  const { customer } = useCustomer();
  const { notice } = readNavigationState(useLocation().state);
  return (
    <Page header="signed-in" title="メニュー" width="wide">
      {notice !== undefined && <Notice severity="error">{notice}</Notice>}
      {customer ? <Menu customer={customer} /> : <Spinner />}
    </Page>
  );
}
