import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
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

const cards = {
  display: "flex",
  flexDirection: { xs: "column", sm: "row" },
  flexWrap: { sm: "wrap" },
  gap: { xs: 1.5, sm: 3 },
  m: 0,
  p: 0,
  listStyle: "none",
} as const;

function MenuCards({ plan }: { plan: string }) {
  const planName = planNames[plan];
  return (
    <>
      {planName !== undefined && (
        <Typography>
          ご利用中のプラン：<strong>{planName}</strong>
        </Typography>
      )}
      <Box component="ul" sx={cards}>
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
      {notice !== undefined && <Notice severity="error">{notice}</Notice>}
      {customer ? <MenuCards plan={customer.Plan} /> : <Spinner />}
    </Page>
  );
}
