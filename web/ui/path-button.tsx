import Button, { type ButtonProps } from "@mui/material/Button";
import Divider from "@mui/material/Divider";
import { useNavigate } from "react-router-dom";
import { type Path, paths } from "#shared/site/paths.ts";

/** A button that navigates to another screen. It is no link, because a new tab has an empty session storage. */
export function PathButton({ to, children, ...button }: ButtonProps & { to: Path }) {
  const navigate = useNavigate();
  return (
    <Button {...button} onClick={() => navigate(to)}>
      <span>{children}</span>
    </Button>
  );
}

export const BackToMenu = () => (
  <>
    <Divider />
    <PathButton variant="outlined" to={paths.menu}>
      メニューに戻る
    </PathButton>
  </>
);
