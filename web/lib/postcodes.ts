/** Addresses by postcode, from the site's own static files: nobody else is asked. */
import { fetchWithin } from "./api/connection-error.ts";
import { postcodeFile } from "./postcode-file.ts";

export interface Address {
  /** 1 to 47. */
  prefecture: number;
  city: string;
  /** Empty where the postcode is the whole city's. */
  town: string;
}

const timeoutMilliseconds = 10_000;

/** The addresses of `123-4567`; none when the postcode is not known. Throws when the file cannot be had. */
export async function findAddresses(postcode: string): Promise<readonly Address[]> {
  const [start = "", end = ""] = postcode.split("-");
  const url = `${import.meta.env.VITE_POSTCODES}/${start}.json`;
  const response = await fetchWithin(timeoutMilliseconds, url);
  // No postcode begins so: S3 says 403 of a file that is not there.
  if (response.status === 403 || response.status === 404) return [];
  const file = postcodeFile.parse(await response.json());
  return (file[end] ?? file[end.slice(0, 2)] ?? []).map(([prefecture, city, town]) => ({
    prefecture,
    city,
    town,
  }));
}
