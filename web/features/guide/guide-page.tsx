import PrintIcon from "@mui/icons-material/PrintOutlined";
import Button from "@mui/material/Button";
import Link from "@mui/material/Link";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useEffect } from "react";
import { Link as RouterLink, useLocation } from "react-router-dom";
import { hints } from "#web/forms/guide/hint.tsx";
import type { Topic } from "#web/forms/guide/topic.ts";
import { TopicBlocks } from "#web/forms/guide/topic-blocks.tsx";
import firstCall from "#web/forms/guide/topics/first-call.md";
import firstSms from "#web/forms/guide/topics/first-sms.md";
import install from "#web/forms/guide/topics/install.md";
import licenceKey from "#web/forms/guide/topics/licence-key.md";
import trouble from "#web/forms/guide/topics/trouble.md";
import vonage from "#web/forms/guide/topics/vonage.md";
import { Page } from "#web/layout/page.tsx";
import { Section } from "#web/ui/section.tsx";

/** The topics in the order of the steps. */
const chapters: readonly Topic[] = [install, licenceKey, vonage, firstCall, firstSms, trouble];

/** Focuses the topic of a link, so that screen readers continue there. */
function useTopicOfAddress(): void {
  const { hash, key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same link again must focus again
  useEffect(() => {
    if (hash !== "") document.getElementById(hash.slice(1))?.focus();
  }, [hash, key]);
}

function Contents() {
  return (
    <Stack component="nav" aria-label="目次" className="not-printed">
      <ol>
        {chapters.map(({ id, title }) => (
          <li key={id}>
            <Link component={RouterLink} to={`#${id}`}>
              {title}
            </Link>
          </li>
        ))}
      </ol>
    </Stack>
  );
}

function Chapter({ id, title, blocks }: Topic) {
  return (
    <Section id={id} title={title} spacing={1.5}>
      <TopicBlocks blocks={blocks} />
      {/* The topics about Vonage's values, which are also shown beside their fields. */}
      {id === vonage.id &&
        Object.values(hints).map((hint) => (
          <Section key={hint.id} id={hint.id} title={hint.title} heading="h3" spacing={1.5}>
            <TopicBlocks blocks={hint.blocks} />
          </Section>
        ))}
    </Section>
  );
}

/** /guide */
export default function GuidePage() {
  useTopicOfAddress();
  return (
    <Page header="signed-in" title="ご利用開始ガイド">
      <Typography>
        プラグインの追加から、はじめての通話とSMSまでの手順です。印刷して、kintoneやVonageのご担当者にお渡しいただけます。
      </Typography>
      <Contents />
      <Button
        variant="outlined"
        startIcon={<PrintIcon />}
        className="not-printed"
        onClick={() => window.print()}
      >
        印刷する
      </Button>
      {chapters.map((chapter) => (
        <Chapter key={chapter.id} {...chapter} />
      ))}
    </Page>
  );
}
