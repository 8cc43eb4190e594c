import Chip from "@mui/material/Chip";
import Stack from "@mui/material/Stack";
import { type ReactNode, useState } from "react";
import { Tabs } from "#web/components/tabs.tsx";
import { Words } from "#web/components/words.tsx";
import { BillingContactTab } from "./billing/billing-contact-tab.tsx";
import { CardSection } from "./billing/card-section.tsx";
import type { TabName } from "./draft.ts";
import { StandardOnly } from "./standard-only.tsx";
import type { TabProps } from "./tab-props.ts";
import { tabTitles } from "./tab-titles.ts";
import { useShownTab } from "./use-shown-tab.ts";
import { UserInfoTab } from "./user/user-info-tab.tsx";
import { VoiceProviderTab } from "./voice/voice-provider-tab.tsx";

function Title({ tab, isUnsaved }: { tab: TabName; isUnsaved: boolean }) {
  return (
    <Stack component="span" direction="row" spacing={0.75} useFlexGap>
      <Words words={tabTitles[tab].split(/(?=情報|ご担当者)/)} />
      {isUnsaved && <Chip component="span" size="small" color="secondary" label="未保存" />}
    </Stack>
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
    user: <UserInfoTab {...props} />,
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
      label="ご登録情報の変更の種類"
      items={[item("user"), item("voice"), item("billing")]}
      active={shown}
      onChange={show}
    />
  );
}
