import Container from "@mui/material/Container";
import List from "@mui/material/List";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { CompanyLink, type CompanyPage, useCompany } from "#web/ui/company-link.tsx";

const pages: readonly (readonly [CompanyPage, string])[] = [
  ["termsUrl", "利用規約"],
  ["privacyUrl", "プライバシーポリシー"],
  ["commercialTransactionsUrl", "特定商取引法に基づく表記"],
  ["contactUrl", "お問い合わせ"],
];

/** Links to the company's pages, on every screen. The layout does not change when the addresses are loaded. */
export function Footer() {
  return (
    <Container component="footer" maxWidth="lg">
      <Stack
        component={List}
        disablePadding
        direction="row"
        spacing={3}
        useFlexGap
        sx={{ justifyContent: "center", rowGap: 0.5, "& a": { display: "inline-block", py: 0.25 } }}
      >
        {pages.map(([page, title]) => (
          <Typography key={page} component="li" variant="body2">
            <CompanyLink page={page}>{title}</CompanyLink>
          </Typography>
        ))}
      </Stack>
      <Typography variant="caption" component="p" align="center">
        {useCompany()?.name ?? "\u00a0"}
      </Typography>
    </Container>
  );
}
