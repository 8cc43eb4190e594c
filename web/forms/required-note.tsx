import Typography from "@mui/material/Typography";

/** The note above a form with optional fields. */
export const RequiredNote = () => (
  <Typography variant="body2" color="textSecondary">
    「任意」のない項目は必須です。
  </Typography>
);
