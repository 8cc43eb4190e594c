import { useCallback, useEffect, useRef, useState } from "react";
import { downloadFile, type FileType, type ResponseOf } from "../../../shared/endpoints.ts";
import { ApiError, callApi } from "../../lib/api-client.ts";
import { useFailureRedirect } from "../../lib/failure.ts";

type Release = ResponseOf<typeof downloadFile>["result"];
/** `askedAt`: epoch milliseconds. The URL is signed later than that, so it lives longer than we count. */
interface Held {
  release: Release;
  askedAt: number;
}
export interface Download {
  /** Undefined until the first answer. */
  release: Release | undefined;
  /** False while a URL that may be dead is being replaced. */
  usable: boolean;
}

/** A URL lives five minutes: it is renewed a minute before, and not used in its last ten seconds. */
const renewAfter = 4 * 60_000;
const usableFor = 5 * 60_000 - 10_000;
const lookEvery = 5_000;

const ageOf = (held: Held | undefined): number =>
  held ? Date.now() - held.askedAt : Number.POSITIVE_INFINITY;

/** Runs `look` regularly and whenever the person comes back to the page or the network returns. */
function useRegularLook(look: () => void): void {
  useEffect(() => {
    const timer = setInterval(look, lookEvery);
    document.addEventListener("visibilitychange", look);
    window.addEventListener("online", look);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", look);
      window.removeEventListener("online", look);
    };
  }, [look]);
}

/**
 * The current release of a file, its URL kept alive for as long as the screen is open. Failing to load it goes to
 * /error (specification section 8); failing to renew it is tried again.
 */
export function useDownload(fileType: FileType): Download {
  const fail = useFailureRedirect();
  const held = useRef<Held>(undefined);
  const asking = useRef(false);
  const [download, setDownload] = useState<Download>({ release: undefined, usable: false });

  const show = useCallback(() => {
    const usable = ageOf(held.current) < usableFor;
    const release = held.current?.release;
    setDownload((shown) =>
      shown.release === release && shown.usable === usable ? shown : { release, usable },
    );
  }, []);

  const renew = useCallback(async () => {
    if (asking.current) return;
    asking.current = true;
    const askedAt = Date.now();
    try {
      const { result } = await callApi(downloadFile, { query: { file_type: fileType } });
      held.current = { release: result, askedAt };
      show();
    } catch (error) {
      console.error(error);
      if (!held.current || (error instanceof ApiError && error.status === 401)) fail(error);
    } finally {
      asking.current = false;
    }
  }, [fileType, fail, show]);

  const look = useCallback(() => {
    show();
    if (held.current && ageOf(held.current) > renewAfter) void renew();
  }, [show, renew]);

  useEffect(() => void renew(), [renew]);
  useRegularLook(look);
  return download;
}
