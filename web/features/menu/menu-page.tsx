import Box from "@mui/material/Box";
import { type ComponentType, lazy, Suspense, useDeferredValue, useEffect, useState } from "react";
import { latePayments } from "#shared/contract.ts";
import type { UserRecord } from "#shared/customer/customer.ts";
import { type Path, paths } from "#shared/site/paths.ts";
import { isPasskeyOfferDue, onPasskeyOffer } from "#web/components/passkeys/passkey-offer.ts";
import { places } from "#web/layout/navigation.tsx";
import { Page } from "#web/layout/page.tsx";
import { useNavigationState } from "#web/lib/navigation/navigation-state.ts";
import { useContract } from "#web/lib/queries/use-contract.ts";
import { useProfile } from "#web/lib/queries/use-profile.ts";
import { withRail } from "#web/theme/media.ts";
import { AlertBox } from "#web/ui/alert-box.tsx";
import { Spinner } from "#web/ui/spinner.tsx";
import { GettingStarted } from "./getting-started.tsx";
import { HomeBand } from "./home-band.tsx";
import { MenuCard } from "./menu-card.tsx";
import { type MenuEntry, menuEntries } from "./menu-cards.ts";
import { PaymentAlert } from "./payment-alert.tsx";

/** Columns of a card's width. On a phone, rows. */
const grid = {
  display: "grid",
  gridTemplateColumns: { xs: "minmax(0, 1fr)", sm: "repeat(auto-fill, 12.5rem)" },
  /** From 1,200 px on, five cards fill the row. */
  justifyContent: { sm: "start", lg: "space-between" },
  columnGap: { sm: 3, lg: 1 },
  rowGap: { xs: 1.5, sm: 3 },
  m: 0,
  p: 0,
  listStyle: "none",
} as const;

interface CardGridProps {
  entries: readonly MenuEntry[];
  asLinks?: boolean;
}

function CardGrid({ entries, asLinks = false }: CardGridProps) {
  return (
    <Box component="ul" sx={grid}>
      {entries.map((entry) => (
        <li key={entry.path}>
          <MenuCard {...entry} asLink={asLinks} />
        </li>
      ))}
    </Box>
  );
}

/** The navigation rail shows the same links. */
const withoutRail = { [withRail]: { display: "none" } } as const;

/** Texts of the places that have no card. */
const placeTexts: Partial<Record<Path, string>> = {
  [paths.contract]: "プランとお支払い方法、請求書の確認、変更や解約のお手続き",
  [paths.licence]: "キーの表示、再送信、再発行",
  [paths.guide]: "kintoneとVonageの設定から、はじめての通話とSMSまで",
  [paths.security]: "パスキーと認証アプリの設定、ご利用履歴の確認",
  [paths.leave]: "データの受け取りと、退会のお手続き",
};

/** Links below the five cards, in the order of the navigation. Shown if the navigation is collapsed. */
const accountLinks = places.flatMap(({ path, title, Icon }): MenuEntry[] => {
  const text = placeTexts[path];
  return text === undefined ? [] : [{ path, title, Icon, text }];
});

/** If the file cannot be loaded, there is no offer. */
const PasskeyOfferSheet = lazy<ComponentType<{ onClose: () => void }>>(() =>
  import("./passkey-offer-sheet.tsx").catch(() => ({ default: () => null })),
);

/**
 * Shows the passkey offer once after a sign-in with the password (`passkey-offer.ts`). The menu does not wait
 * for the decision.
 */
function PasskeyOffer() {
  const [isOffered, setOffered] = useState(isPasskeyOfferDue);
  useEffect(() => {
    const showIfDue = (): void => {
      if (isPasskeyOfferDue()) setOffered(true);
    };
    // The offer may have become due during the render.
    showIfDue();
    return onPasskeyOffer(showIfDue);
  }, []);
  if (!isOffered) return null;
  return (
    <Suspense>
      <PasskeyOfferSheet onClose={() => setOffered(false)} />
    </Suspense>
  );
}

function Cards({ plan }: { plan: UserRecord["Plan"] }) {
  const isTrial = plan === "trial";
  const { contract, isPending } = useContract({ enabled: !isTrial });
  // Paying a late payment is the menu's main action, so there is no offer beside it.
  const isLate = contract !== undefined && latePayments(contract).length > 0;
  return (
    <>
      {(isTrial || !(isPending || isLate)) && <PasskeyOffer />}
      <CardGrid entries={menuEntries(plan)} />
      {isTrial && <GettingStarted />}
      <Box component="nav" aria-label="その他のお手続き" sx={withoutRail}>
        <CardGrid entries={accountLinks} asLinks />
      </Box>
    </>
  );
}

function Menu({ profile }: { profile: UserRecord }) {
  // The cards render slowly and move no other content, so they render last.
  const areCardsDrawn = useDeferredValue(true, false);
  return (
    <>
      <PaymentAlert plan={profile.Plan} />
      <HomeBand profile={profile} />
      {areCardsDrawn && <Cards plan={profile.Plan} />}
    </>
  );
}

/** /menu */
export default function MenuPage() {
  const { profile } = useProfile();
  const { message } = useNavigationState();
  return (
    <Page header="signed-in" title="メニュー" withoutCard>
      {message !== undefined && <AlertBox severity="error">{message}</AlertBox>}
      {profile ? <Menu profile={profile} /> : <Spinner />}
    </Page>
  );
}
