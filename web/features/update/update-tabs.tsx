import Box from "@mui/material/Box";
import { type ReactNode, useState } from "react";
import { Tabs } from "../../components/tabs.tsx";
import { BillingContactTab } from "./billing/billing-contact-tab.tsx";
import { CardSection } from "./billing/card-section.tsx";
import type { TabName } from "./draft.ts";
import { SecuritySection } from "./security/security-section.tsx";
import { StandardOnly } from "./standard-only.tsx";
import type { TabProps } from "./tab-props.ts";
import { tabTitles } from "./tab-titles.ts";
import { useShownTab } from "./use-shown-tab.ts";
import { UserInfoTab } from "./user/user-info-tab.tsx";
import { VoiceProviderTab } from "./voice/voice-provider-tab.tsx";

function Title({ tab, isUnsaved }: { tab: TabName; isUnsaved: boolean }) {
  return (
    <>
      {tabTitles[tab]}
      {isUnsaved && (
        <Box component="small" sx={{ display: { xs: "block", sm: "inline-block" } }}>
          （未保存）
        </Box>
      )}
    </>
  );
}

interface UpdateTabsProps extends TabProps {
  /** Back from changing the card. */
  cardChanged: boolean;
}

/** The three tabs of specification section 2; only the standard plan edits the last two. */
export function UpdateTabs({ cardChanged, ...props }: UpdateTabsProps) {
  const { record, store } = props;
  const [initial] = useState<TabName>(() => (cardChanged ? "billing" : (store.unsaved[0] ?? "user")));
  const [shown, show] = useShownTab(initial);
  const isStandard = record.Plan === "standard";
  const gate = <StandardOnly plan={record.Plan} />;
  const panels: Record<TabName, ReactNode> = {
    user: (
      <>
        <UserInfoTab {...props} />
        <Box sx={{ mt: 4, pt: 3, borderTop: 1, borderColor: "divider" }}>
          <SecuritySection />
        </Box>
      </>
    ),
    voice: isStandard ? <VoiceProviderTab {...props} /> : gate,
    billing: (
      <>
        {isStandard ? <BillingContactTab {...props} /> : gate}
        <CardSection paymentType={record.PaymentType} />
      </>
    ),
  };
  const item = (name: TabName) => ({
    name,
    label: <Title tab={name} isUnsaved={store.unsaved.includes(name)} />,
    panel: panels[name],
  });
  return (
    <Tabs
      key={store.epoch}
      label="情報更新の種類"
      items={[item("user"), item("voice"), item("billing")]}
      active={shown}
      onChange={show}
    />
  );
}
