import Typography from "@mui/material/Typography";
import { CompanyLink } from "#web/components/company-link.tsx";
import { CheckboxField } from "#web/components/form/checkbox-field.tsx";
import { FormSection, FullWidth } from "#web/components/form/form-section.tsx";
import type { CompanyControl } from "../step-props.ts";

/** Opt-ins, checked by default, and the two consents without which nobody can register. */
export function Consents({ control, agreed }: { control: CompanyControl; agreed: boolean }) {
  return (
    <>
      <FormSection title="お知らせメールについて（任意）">
        <FullWidth>
          <CheckboxField
            control={control}
            name="optInServiceInfo"
            label="サービスに関するお知らせを受け取る"
          />
          <CheckboxField
            control={control}
            name="optInEvents"
            label="イベント・キャンペーンのご案内を受け取る"
          />
        </FullWidth>
      </FormSection>
      <FormSection title="同意事項（必須）">
        <FullWidth>
          <CheckboxField
            control={control}
            name="agreedTerms"
            required
            label={
              <>
                <CompanyLink page="termsUrl">利用規約</CompanyLink>および
                <CompanyLink page="privacyUrl">プライバシーポリシー</CompanyLink>に同意します。
              </>
            }
          />
          <CheckboxField
            control={control}
            name="agreedBusinessUse"
            required
            label="申込者は権利能力を有する法人・個人事業主・団体等であり、事業のために本プラグインを利用することを表明します。"
          />
          <Typography aria-live="polite" variant="body2" color="textSecondary" sx={{ minHeight: "1.75rem" }}>
            {!agreed && "2つの同意事項にチェックを入れると、登録できるようになります。"}
          </Typography>
        </FullWidth>
      </FormSection>
    </>
  );
}
