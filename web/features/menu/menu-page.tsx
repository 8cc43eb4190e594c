import Box from "@mui/material/Box";
import { useLocation } from "react-router-dom";
import { Notice } from "../../components/notice.tsx";
import { Page } from "../../components/page.tsx";
import { Spinner } from "../../components/spinner.tsx";
import { useCustomer } from "../../lib/use-customer.ts";
import { readNavigationState } from "../../routes/navigation-state.ts";
import { MenuCard } from "./menu-card.tsx";
import { menuEntries } from "./menu-cards.ts";

const planNames: Readonly<Record<string, string>> = {
  trial: "トライアルプラン",
  standard: "スタンダードプラン",
};

function MenuCards({ plan }: { plan: string }) {
  const planName = planNames[plan];
  return (
    <>
      {planName !== undefined && (
        <Box component="p" sx={{ mb: 3, color: "text.secondary" }}>
          ご利用中のプラン：<strong>{planName}</strong>
        </Box>
      )}
      <Box
        component="ul"
        sx={{
          display: "flex",
          flexWrap: "wrap",
          justifyContent: { xs: "center", md: "flex-start" },
          gap: 3,
          m: 0,
          p: 0,
          listStyle: "none",
        }}
      >
        {menuEntries(plan).map((entry) => (
          <li key={entry.path}>
            <MenuCard {...entry} />
          </li>
        ))}
      </Box>
    </>
  );
}

/** /menu */
export default function MenuPage() {
  const { customer } = useCustomer();
  const { notice } = readNavigationState(useLocation().state);
  return (
    <Page header="signed-in" title="メニュー" width="wide">
      {notice !== undefined && (
        <Box sx={{ mb: 3 }}>
          <Notice severity="error">{notice}</Notice>
        </Box>
      )}
      {customer ? <MenuCards plan={customer.Plan} /> : <Spinner />}
    </Page>
  );
}
