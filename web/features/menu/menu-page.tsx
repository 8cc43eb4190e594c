import Box from "@mui/material/Box";
import { useLocation } from "react-router-dom";
import type { UserRecord } from "#shared/customer/customer.ts";
import { Notice } from "#web/components/notice.tsx";
import { Page } from "#web/components/page.tsx";
import { Spinner } from "#web/components/spinner.tsx";
import { useCustomer } from "#web/lib/use-customer.ts";
import { readNavigationState } from "#web/routes/navigation-state.ts";
import { ContractSummary } from "./contract-summary.tsx";
import { GettingStarted } from "./getting-started.tsx";
import { MenuCard } from "./menu-card.tsx";
import { menuEntries } from "./menu-cards.ts";
import { PasskeyOffer } from "./passkey-offer.tsx";
import { PaymentNotice } from "./payment-notice.tsx";
import { RoomList } from "./room-list.tsx";
import { rooms } from "./rooms.ts";

const cards = {
  display: "flex",
  flexDirection: { xs: "column", sm: "row" },
  flexWrap: { sm: "wrap" },
  gap: { xs: 1.5, sm: 3 },
  // Five of them fill the page's width.
  columnGap: { lg: "2.375rem" },
  m: 0,
  p: 0,
  listStyle: "none",
} as const;

function Menu({ customer }: { customer: UserRecord }) {
  return (
    <>
      <ContractSummary customer={customer} />
      <PaymentNotice plan={customer.Plan} />
      <PasskeyOffer />
      <Box component="ul" sx={cards}>
        {menuEntries(customer.Plan).map((entry) => (
          <li key={entry.path}>
            <MenuCard {...entry} />
          </li>
        ))}
      </Box>
      {customer.Plan === "trial" && <GettingStarted />}
      <RoomList rooms={rooms} />
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
