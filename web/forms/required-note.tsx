import Typography from "@mui/material/Typography";

/** Above the first field of a form in which some fields may stay empty. */
export const RequiredNote = () => (
  <Typography variant="body2" color="textSecondary">
    「任意」のない項目は必須です。
  </Typography>
);
