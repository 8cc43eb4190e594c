import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useNavigate } from "react-router-dom";
import { paths } from "../../routes/paths.ts";

/** The way to another password. */
export function PasswordSection() {
  const navigate = useNavigate();
  return (
    <Stack component="section" aria-labelledby="password" spacing={2}>
      <Typography variant="h2" id="password">
        パスワード
      </Typography>
      <Button variant="outlined" onClick={() => navigate(paths.passwordChange)}>
        パスワードを変更する
      </Button>
    </Stack>
  );
}
