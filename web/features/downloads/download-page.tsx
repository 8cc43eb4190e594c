import Box from "@mui/material/Box";
import type { ReactNode } from "react";
import { useNavigate } from "react-router-dom";
import { ActionButton } from "../../components/action-button.tsx";
import { Page } from "../../components/page.tsx";
import { paths } from "../../routes/paths.ts";

interface DownloadPageProps {
  title: string;
  lead: string;
  children: ReactNode;
}

/** What /dl/plugin and /dl/manual share: a sentence, the files, and the way back. */
export function DownloadPage({ title, lead, children }: DownloadPageProps) {
  const navigate = useNavigate();
  return (
    <Page header="signed-in" title={title}>
      <Box component="p" sx={{ mb: 4 }}>
        {lead}
      </Box>
      {children}
      <Box sx={{ mt: 5 }}>
        <ActionButton variant="secondary" onClick={() => navigate(paths.menu)}>
          メニューに戻る
        </ActionButton>
      </Box>
    </Page>
  );
}
