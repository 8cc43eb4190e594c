import Button from "@mui/material/Button";
import Divider from "@mui/material/Divider";
import { useNavigate } from "react-router-dom";
import { Page } from "#web/components/page.tsx";
import { paths } from "#web/routes/paths.ts";
import { CloseSection } from "./close-section.tsx";
import { ExportSection } from "./export-section.tsx";

/** /leave */
export default function LeavePage() {
  const navigate = useNavigate();
  return (
    <Page header="signed-in" title="データのダウンロードと退会">
      <ExportSection />
      <Divider />
      <CloseSection />
      <Divider />
      <Button variant="outlined" onClick={() => navigate(paths.menu)}>
        メニューに戻る
      </Button>
    </Page>
  );
}
