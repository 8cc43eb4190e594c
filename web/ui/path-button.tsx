import Button, { type ButtonProps } from "@mui/material/Button";
import Divider from "@mui/material/Divider";
import { useNavigate } from "react-router-dom";
import { type Path, paths } from "#shared/site/paths.ts";

/** A button that leads to another screen. Not a link: another tab would have no session. */
export function PathButton({ to, children, ...button }: ButtonProps & { to: Path }) {
  const navigate = useNavigate();
  return (
    <Button {...button} onClick={() => navigate(to)}>
      <span>{children}</span>
    </Button>
  );
}

/** The end of a screen of the menu. */
export const BackToMenu = () => (
  <>
    <Divider />
    <PathButton variant="outlined" to={paths.menu}>
      メニューに戻る
    </PathButton>
  </>
);
