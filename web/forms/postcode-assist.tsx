import Button from "@mui/material/Button";
import FormHelperText from "@mui/material/FormHelperText";
import NativeSelect from "@mui/material/NativeSelect";
import OutlinedInput from "@mui/material/OutlinedInput";
import { useEffect, useRef } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { prefectures } from "#shared/enums.ts";
import { fetchWithin } from "#web/lib/net/connection-error.ts";
import { postcodeFile } from "#web/lib/postcode-file.ts";
import { useLookUp } from "./use-look-up.ts";

interface Address {
  /** 1 to 47. */
  prefecture: number;
  city: string;
  /** Empty if the postcode is the whole city's. */
  town: string;
}

const timeoutMilliseconds = 10_000;

/**
 * Returns the addresses of a postcode such as `123-4567`; empty for an unknown one. Throws if the file cannot
 * be loaded.
 */
async function findAddresses(postcode: string): Promise<readonly Address[]> {
  const [start = "", end = ""] = postcode.split("-");
  const url = `${import.meta.env.VITE_POSTCODES}/${start}.json`;
  const response = await fetchWithin(timeoutMilliseconds, url);
  // No postcode begins with these digits: S3 returns 403 for a missing file.
  if (response.status === 403 || response.status === 404) return [];
  const file = postcodeFile.parse(await response.json());
  return (file[end] ?? file[end.slice(0, 2)] ?? []).map(([prefecture, city, town]) => ({
    prefecture,
    city,
    town,
  }));
}

const isPostcode = (value: string): boolean => /^\d{3}-\d{4}$/.test(value);
const textOf = ({ prefecture, city, town }: Address): string =>
  `${prefectures[prefecture] ?? ""}${city}${town}`;
const isSameCity = (addresses: readonly Address[]): boolean =>
  addresses.every(
    ({ prefecture, city }) => prefecture === addresses[0]?.prefecture && city === addresses[0]?.city,
  );

/** Reads and fills the form's address fields. */
function useAddressFields() {
  const { getValues, setValue, clearErrors } = useFormContext();
  const filled = useRef<Omit<Address, "town">>(undefined);
  const current = (): { prefecture: unknown; city: unknown; streetAddress: unknown } => {
    const [prefecture, city, streetAddress] = getValues(["prefecture", "city", "streetAddress"]);
    return { prefecture, city, streetAddress };
  };
  return {
    fill: ({ prefecture, city, town }: Address): void => {
      filled.current = { prefecture, city: `${city}${town}` };
      setValue("prefecture", prefecture, { shouldDirty: true });
      setValue("city", `${city}${town}`, { shouldDirty: true });
      clearErrors(["prefecture", "city"]);
    },
    /**
     * Whether the address can be replaced: empty, or unchanged since an earlier postcode filled it, and not focused.
     */
    isReplaceable: (): boolean => {
      const { activeElement } = document;
      if (activeElement instanceof HTMLInputElement && activeElement.name === "city") return false;
      const { prefecture, city } = current();
      const isEmpty = (prefecture ?? "") === "" && (city ?? "") === "";
      return isEmpty || (prefecture === filled.current?.prefecture && city === filled.current?.city);
    },
    isEntered: ({ prefecture, city, town }: Address): boolean => {
      const typed = current();
      return (
        typed.prefecture === prefecture &&
        `${typed.city ?? ""}${typed.streetAddress ?? ""}`.startsWith(`${city}${town}`)
      );
    },
  };
}

interface ChoiceProps {
  addresses: readonly Address[];
  onChoose: (address: Address) => void;
}

/** A choice between the towns of a postcode. */
function TownChoice({ addresses, onChoose }: ChoiceProps) {
  return (
    <NativeSelect
      input={<OutlinedInput size="small" />}
      defaultValue=""
      inputProps={{ "aria-label": "町名を選んで住所を入力" }}
      onChange={({ target }) => {
        const chosen = addresses[Number(target.value)];
        if (target.value !== "" && chosen) onChoose(chosen);
      }}
    >
      <option value="">町名を選んで住所を入力</option>
      {addresses.map((address, index) => (
        <option key={textOf(address)} value={index}>
          {textOf(address)}
        </option>
      ))}
    </NativeSelect>
  );
}

function Suggestion({ addresses, onChoose }: ChoiceProps) {
  const [address, ...others] = addresses;
  if (!address) return <span>この郵便番号の住所は見つかりませんでした。住所を直接入力してください。</span>;
  if (others.length > 0) return <TownChoice addresses={addresses} onChoose={onChoose} />;
  return (
    <Button size="small" variant="outlined" onClick={() => onChoose(address)}>
      <span>{`「${textOf(address)}」を入力する`}</span>
    </Button>
  );
}

/** A grid row that takes no room while it is empty. */
const row = { "&&": { gridColumn: "1 / -1" }, "&:empty": { position: "absolute" } } as const;

/**
 * Fills in prefecture, city and town of the postcode, or offers a choice of towns. Replaces typed text only on request.
 */
export function PostcodeAssist() {
  const addresses = useLookUp("postalCode", isPostcode, findAddresses);
  const { fill, isReplaceable, isEntered } = useAddressFields();
  // Renders again when the address that `isEntered` compares changes.
  useWatch({ name: ["prefecture", "city", "streetAddress"] });
  const handled = useRef<readonly Address[]>(undefined);
  useEffect(() => {
    if (!addresses || handled.current === addresses) return;
    handled.current = addresses;
    const [first, ...others] = addresses;
    if (!first || !isReplaceable() || !isSameCity(addresses)) return;
    fill(others.length > 0 ? { ...first, town: "" } : first);
  });
  const needsTown = addresses !== undefined && addresses.length > 1 && isSameCity(addresses);
  const isDone = addresses?.some((address) => isEntered(address) && !(needsTown && address.town === ""));
  return (
    <FormHelperText component="div" role="status" sx={row}>
      {addresses && !isDone && <Suggestion addresses={addresses} onChoose={fill} />}
    </FormHelperText>
  );
}
