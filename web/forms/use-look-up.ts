import { skipToken, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useWatch } from "react-hook-form";

/**
 * Returns the result of `find` for a field's value after the customer has changed it to a complete one.
 * `undefined` before, and if `find` fails, because the form works without it.
 */
export function useLookUp<Found>(
  name: string,
  isComplete: (value: string) => boolean,
  find: (value: string) => Promise<Found>,
): Found | undefined {
  const value: unknown = useWatch({ name });
  const [untouched, setUntouched] = useState(value);
  if (untouched !== undefined && value !== untouched) setUntouched(undefined);
  const isWanted = typeof value === "string" && value !== untouched && isComplete(value);
  const { data } = useQuery({
    queryKey: ["look-up", name, value],
    queryFn: isWanted ? () => find(value) : skipToken,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  return isWanted ? data : undefined;
}
