import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { lazy, Suspense, useRef, useState } from "react";
import type { FieldValues } from "react-hook-form";
import { type BodyOf, voiceProviderDiagnose } from "#shared/endpoints.ts";
import { useCall } from "#web/flow/failure.ts";
import { useKeptFocus } from "#web/forms/form.tsx";
import { type PortalForm, useTyped } from "#web/forms/use-portal-form.ts";
import { callApi } from "#web/lib/api/api-client.ts";
import { failureSentence } from "#web/lib/api/failure.ts";
import { loadScreen } from "#web/lib/load-screen.ts";
import { KeyFileError } from "#web/lib/private-key/key-file.ts";
import { OutcomeSnackbar } from "../outcome-snackbar.tsx";
import type { Checks } from "./check-list.tsx";

export type TypedCredentials = BodyOf<typeof voiceProviderDiagnose>;

const loadCheckList = () => loadScreen(() => import("./check-list.tsx"));
const CheckList = lazy(loadCheckList);

interface ConnectionCheckProps<Input extends FieldValues, Output> {
  form: PortalForm<Input, Output>;
  /** Reads the typed credentials; `undefined` when the form shows an error instead. May throw `KeyFileError`. */
  read: () => Promise<TypedCredentials | undefined>;
  refuseFile: (message: string) => void;
}

/**
 * Checks the typed values at Vonage. The result is advice only, and is not stored. The findings disappear with the
 * next change, because they are about the previous values.
 */
export function ConnectionCheck<Input extends FieldValues, Output>({
  form,
  read,
  refuseFile,
}: ConnectionCheckProps<Input, Output>) {
  const [checks, setChecks] = useState<Checks>();
  const [isPending, setPending] = useState(false);
  useKeptFocus(isPending);
  const changes = useRef(0);
  useTyped(form, () => {
    changes.current += 1;
    setChecks(undefined);
  });
  const { call, failure } = useCall(
    async () => {
      setChecks(undefined);
      const asked = changes.current;
      const body = await read().catch((error: unknown) => {
        if (!(error instanceof KeyFileError)) throw error;
        refuseFile(error.message);
      });
      if (!body) return;
      const [{ result }] = await Promise.all([callApi(voiceProviderDiagnose, { body }), loadCheckList()]);
      if (changes.current === asked) setChecks(result.checks);
    },
    {
      isShownHere: () => true,
      sentence: (error) => failureSentence(error, "接続を確認できませんでした。"),
    },
  );
  const check = async (): Promise<void> => {
    setPending(true);
    await call(undefined);
    setPending(false);
  };
  return (
    <Stack component="section" spacing={1.5} aria-label="接続の確認">
      <Typography variant="body2" color="textSecondary">
        入力した情報でVonageに接続できるかを、保存する前に確認できます。確認した情報は保存されません。
      </Typography>
      <div>
        <Button variant="outlined" loading={isPending} onClick={() => void check()}>
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
