import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { lazy, Suspense, useRef, useState } from "react";
import { useFormContext } from "react-hook-form";
import { namesIn } from "#shared/customer/customer-field-views.ts";
import { type BodyOf, voiceProviderDiagnose } from "#shared/endpoints.ts";
import { useCall } from "#web/flow/use-call.ts";
import { type PortalForm, useTyped } from "#web/forms/use-portal-form.ts";
import { callApi } from "#web/lib/api/api-client.ts";
import { loadScreen } from "#web/lib/net/load-screen.ts";
import { KeyFileError } from "#web/lib/private-key/key-file.ts";
import { OutcomeSnackbar } from "#web/ui/outcome-snackbar.tsx";
import type { Checks } from "./check-list.tsx";

type TypedCredentials = BodyOf<typeof voiceProviderDiagnose>;

const loadCheckList = () => loadScreen(() => import("./check-list.tsx"));
const CheckList = lazy(loadCheckList);

const secretNeeded = "登録済みのAPIシークレットは読み出せないため、接続を確認するにはご入力が必要です。";

type Typed = TypedCredentials & { file: string };
type ReadKey = () => Promise<string | undefined>;

/** Reads the typed credentials. Resolves to `undefined` if the form shows an error instead. */
async function readCredentials(
  { getValues, setError, setValue, trigger }: PortalForm<Typed>,
  readKey: ReadKey,
): Promise<TypedCredentials | undefined> {
  const { file: _, ...typed } = getValues();
  // A stored secret is never read back, so the customer types it for the check.
  if (typed.apiSecret === undefined) {
    setValue("apiSecret", "");
    setError("apiSecret", { message: secretNeeded }, { shouldFocus: true });
    return undefined;
  }
  if (!(await trigger([...namesIn("voiceProvider"), "apiSecret"], { shouldFocus: true }))) return undefined;
  try {
    const privateKey = await readKey();
    return { ...typed, ...(privateKey && { privateKey }) };
  } catch (error) {
    if (!(error instanceof KeyFileError)) throw error;
    setError("file", { message: error.message }, { shouldFocus: true });
    return undefined;
  }
}

/**
 * Checks the typed values at Vonage. The result is advice and is not stored. A change of the form removes the
 * result, because it is about the previous values.
 */
export function ConnectionCheck({ readKey }: { readKey: ReadKey }) {
  const form = useFormContext<Typed>();
  const [checks, setChecks] = useState<Checks>();
  const changes = useRef(0);
  useTyped(form, () => {
    changes.current += 1;
    setChecks(undefined);
  });
  const { call, isPending, failure } = useCall(
    async () => {
      setChecks(undefined);
      const changesBefore = changes.current;
      const body = await readCredentials(form, readKey);
      if (!body) return;
      const [{ result }] = await Promise.all([callApi(voiceProviderDiagnose, { body }), loadCheckList()]);
      if (changes.current === changesBefore) setChecks(result.checks);
    },
    { complaint: "接続を確認できませんでした。" },
  );
  return (
    <Stack component="section" spacing={1.5} aria-label="接続の確認">
      <Typography variant="body2" color="textSecondary">
        入力した情報でVonageに接続できるかを、保存する前に確認できます。確認した情報は保存されません。
      </Typography>
      <div>
        <Button variant="outlined" loading={isPending} onClick={() => void call()}>
          接続を確認する
        </Button>
      </div>
      <OutcomeSnackbar>{failure}</OutcomeSnackbar>
      <div role="status">
        {checks && (
          <Suspense>
            <CheckList checks={checks} />
          </Suspense>
        )}
      </div>
    </Stack>
  );
}
