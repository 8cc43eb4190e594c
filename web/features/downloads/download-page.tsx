import Button from "@mui/material/Button";
import Divider from "@mui/material/Divider";
import Typography from "@mui/material/Typography";
import type { ReactNode } from "react";
import { useNavigate } from "react-router-dom";
import { Page } from "#web/components/page.tsx";
import { paths } from "#web/routes/paths.ts";

interface DownloadPageProps {
  title: string;
  lead: string;
  /** Earlier versions. */
  history: ReactNode;
  children: ReactNode;
}

/** What /dl/plugin and /dl/manual share: a sentence, the files, the way back, and earlier versions. */
export function DownloadPage({ title, lead, history, children }: DownloadPageProps) {
  const navigate = useNavigate();
  return (
    <Page header="signed-in" title={title}>
      <Typography>{lead}</Typography>
      {children}
      {history}
      <Divider />
      <Button variant="outlined" onClick={() => navigate(paths.menu)}>
        メニューに戻る
      </Button>
    </Page>
  );
}
