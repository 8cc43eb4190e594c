import Button from "@mui/material/Button";
import FormHelperText from "@mui/material/FormHelperText";
import { useState } from "react";
import { useFormContext } from "react-hook-form";
import { customerRules } from "#shared/customer/customer-field-views.ts";
import { corporateNumber, type ResponseOf } from "#shared/endpoints.ts";
import { callApi } from "#web/lib/api/api-client.ts";
import { useLabelFor } from "./use-label-for.ts";
import { useLookUp } from "./use-look-up.ts";

type Corporation = ResponseOf<typeof corporateNumber>["result"];

const isCorporateNumber = (value: string): boolean =>
  value !== "" && customerRules.corporateNumber.safeParse(value).success;
const findCorporation = async (number: string): Promise<Corporation> =>
  (await callApi(corporateNumber, { query: { number } })).result;

/** Returns the form's values for a corporation, without those that the register lacks. */
const valuesOf = ({ name, postalCode, prefecture, city, streetAddress }: Corporation) =>
  Object.entries({ corporateName: name, postalCode, prefecture, city, streetAddress }).filter(
    ([, value]) => value !== undefined && value !== "",
  );

/** Shows the name and address of the corporate number below its field, and fills them in on request. */
export function CorporateNumberAssist() {
  const { setValue, clearErrors } = useFormContext();
  const labelFor = useLabelFor();
  const corporation = useLookUp("corporateNumber", isCorporateNumber, findCorporation);
  const [taken, setTaken] = useState<Corporation>();
  const take = (found: Corporation): void => {
    for (const [field, value] of valuesOf(found)) {
      setValue(field, value, { shouldDirty: true });
      clearErrors(field);
    }
    setTaken(found);
  };
  return (
    <FormHelperText component="div" role="status">
      {corporation?.valid === false && (
        <span>国税庁の法人番号公表サイトに、この番号は見つかりませんでした。番号をご確認ください。</span>
      )}
      {corporation?.name !== undefined && corporation === taken && (
        <span>{`${labelFor("corporateName")}と住所を入力しました。`}</span>
      )}
      {corporation?.name !== undefined && corporation !== taken && (
        <span>
          <span>{`${corporation.name}（${corporation.address}）`}</span>
          <br />
          <Button size="small" variant="outlined" onClick={() => take(corporation)}>
            この名称と住所を入力する
          </Button>
        </span>
      )}
    </FormHelperText>
  );
}
