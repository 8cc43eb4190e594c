import Chip from "@mui/material/Chip";
import Stack from "@mui/material/Stack";
import Tab from "@mui/material/Tab";
import Tabs from "@mui/material/Tabs";
import { Fragment, type ReactNode, useCallback, useId, useState } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { failureMessages } from "#shared/messages.ts";
import { paths } from "#shared/site/paths.ts";
import { AlertBox } from "#web/ui/alert-box.tsx";
import { PathButton } from "#web/ui/path-button.tsx";
import { TextLink } from "#web/ui/text-link.tsx";
import { Words } from "#web/ui/words.tsx";
import { BillingContactTab, CardSection, VoiceProviderTab } from "./standard-tabs.tsx";
import { isTabName, type TabName, tabNames, tabTitles } from "./update-draft.ts";
import type { TabProps } from "./use-update-store.ts";
import { UserInfoTab } from "./user-info-tab.tsx";

function tabIn(state: unknown): TabName | undefined {
  const tab = typeof state === "object" && state !== null && "tab" in state ? state.tab : undefined;
  return isTabName(tab) ? tab : undefined;
}

/**
 * Returns the open tab and a function that opens another one. The tab is stored in the history entry, for a
 * reload and Back. It opens before the router has updated the entry.
 */
function useShownTab(initial: TabName): [TabName, (tab: TabName) => void] {
  const navigate = useNavigate();
  const { state } = useLocation();
  const [shown, setShown] = useState(tabIn(state) ?? initial);
  const show = useCallback(
    (tab: TabName) => {
      setShown(tab);
      navigate(".", { state: { tab }, replace: true, preventScrollReset: true });
    },
    [navigate],
  );
  return [shown, show];
}

const texts = {
  trial: `${failureMessages.standardPlanOnly}アップグレードすると、登録と変更ができるようになります。`,
  other: (
    <span>
      {failureMessages.standardPlanOnly}現在のご契約状況ではご利用いただけません。ご契約の再開は、
      <TextLink to={paths.contract}>ご契約とお支払い</TextLink>からお手続きください。
    </span>
  ),
} as const;

/** Replaces a tab that only standard customers can edit. */
function StandardOnly({ plan }: { plan: string }) {
  const isTrial = plan === "trial";
  return (
    <Stack spacing={3}>
      <AlertBox severity="info">{isTrial ? texts.trial : texts.other}</AlertBox>
      {isTrial && <PathButton to={paths.upgrade}>アップグレードへ</PathButton>}
    </Stack>
  );
}

function Title({ tab, isUnsaved }: { tab: TabName; isUnsaved: boolean }) {
  return (
    <Stack component="span" direction="row" spacing={0.75} useFlexGap>
      <Words words={tabTitles[tab].split(/(?=情報|ご担当者)/)} />
      {isUnsaved && <Chip component="span" color="secondary" label="未保存" />}
    </Stack>
  );
}

interface UpdateTabsProps extends TabProps {
  /** The customer has returned from the card provider. */
  cardChanged: boolean;
}

/**
 * The three tabs of specification section 2; only standard customers can edit the last two. The arrow keys
 * move and open a tab. Hidden panels stay mounted.
 */
export function UpdateTabs({ cardChanged, ...props }: UpdateTabsProps) {
  const { profile, store } = props;
  const id = useId();
  const [initial] = useState<TabName>(() => (cardChanged ? "billing" : (store.unsaved[0] ?? "user")));
  const [shown, show] = useShownTab(initial);
  const isStandard = profile.Plan === "standard";
  const gate = <StandardOnly plan={profile.Plan} />;
  const panels: Record<TabName, ReactNode> = {
    user: <UserInfoTab {...props} />,
    voice: isStandard ? <VoiceProviderTab {...props} /> : gate,
    billing: (
      <>
        {isStandard ? <BillingContactTab {...props} /> : gate}
        <CardSection paymentType={profile.PaymentType} />
      </>
    ),
  };
  return (
    <Fragment key={store.epoch}>
      <Tabs
        aria-label="変更する情報"
        value={shown}
        selectionFollowsFocus
        onChange={(_, name: TabName) => show(name)}
      >
        {tabNames.map((name) => (
          <Tab
            key={name}
            value={name}
            label={
              <span>
                <Title tab={name} isUnsaved={store.unsaved.includes(name)} />
              </span>
            }
            id={`${id}${name}`}
            aria-controls={`${id}${name}panel`}
          />
        ))}
      </Tabs>
      {tabNames.map((name) => (
        <div
          key={name}
          role="tabpanel"
          id={`${id}${name}panel`}
          aria-labelledby={`${id}${name}`}
          hidden={name !== shown}
        >
          {panels[name]}
        </div>
      ))}
    </Fragment>
  );
}
