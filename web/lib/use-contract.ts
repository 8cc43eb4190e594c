import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { contractQuery } from "./contract.ts";
import { session } from "./session.ts";

interface ContractUse {
  enabled?: boolean;
  /** The person has just come from the card provider. */
  isSettling?: boolean;
}

/** The contract of whoever is signed in, asked for again when the window has the focus again. */
export function useContract({ enabled = true, isSettling = false }: ContractUse = {}) {
  const [loginId] = useState(() => session.read("loginId") ?? "");
  const { data, ...query } = useInfiniteQuery({ ...contractQuery(loginId, isSettling), enabled });
  return { contract: data?.pages[0], invoicePages: data?.pages ?? [], ...query };
}
