import { useEffect, useRef, useState } from "react";
import { useWatch } from "react-hook-form";

/**
 * What `find` says of a field's value once the person has changed it to one that is `complete`; `undefined` before, and
 * when it cannot be had: a form works without.
 */
export function useLookUp<Found>(
  name: string,
  isComplete: (value: string) => boolean,
  find: (value: string) => Promise<Found>,
): Found | undefined {
  const value: unknown = useWatch({ name });
  const initial = useRef(value);
  const [found, setFound] = useState<{ value: string; answer: Found }>();
  useEffect(() => {
    if (typeof value !== "string" || value === initial.current || !isComplete(value)) return;
    initial.current = undefined;
    let gone = false;
    find(value).then(
      (answer) => !gone && setFound({ value, answer }),
      () => undefined,
    );
    return () => {
      gone = true;
    };
  }, [value, isComplete, find]);
  return found?.value === value ? found?.answer : undefined;
}
