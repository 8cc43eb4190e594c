import Box from "@mui/material/Box";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { type ComponentType, lazy, Suspense } from "react";
import { productName } from "#shared/site/product.ts";
import { CopyButton } from "#web/ui/copy-button.tsx";

/** If the file cannot be loaded, the key can still be typed. */
const QrCode = lazy<ComponentType<{ text: string; label: string }>>(() =>
  import("./qr-code.tsx").catch(() => ({ default: () => null })),
);

/** Returns the `otpauth` URI for authenticator apps: RFC 6238 with the default period of 30 seconds and six digits. */
const setUpUri = (secret: string, loginId: string): string =>
  `otpauth://totp/${encodeURIComponent(loginId)}?secret=${secret}&issuer=${encodeURIComponent(productName.short)}`;

const grouped = (secret: string): string => secret.replace(/.{4}(?=.)/g, "$& ");

interface AuthenticatorKeyProps {
  /** Base32. */
  secret: string;
  loginId: string;
}

/** Shows the secret for an authenticator app as a QR code, and as text to copy or type. */
export function AuthenticatorKey({ secret, loginId }: AuthenticatorKeyProps) {
  return (
    <Stack component="ol" spacing={2}>
      <li>
        スマートフォンの認証アプリ（Google Authenticator、Microsoft Authenticator
        など）で、次のQRコードを読み取ってください。
        <Box sx={{ my: 1, minHeight: 232 }}>
          <Suspense fallback={null}>
            <QrCode text={setUpUri(secret, loginId)} label="認証アプリで読み取るQRコード" />
          </Suspense>
        </Box>
        読み取れない場合は、次のキーを認証アプリに入力してください。
        <Stack direction="row" spacing={1}>
          <Typography component="code" translate="no" aria-label="セットアップキー">
            {grouped(secret)}
          </Typography>
          <CopyButton text={secret} label="セットアップキーをコピー" />
        </Stack>
      </li>
      <li>認証アプリに表示された6桁の認証コードを入力してください。</li>
    </Stack>
  );
}
