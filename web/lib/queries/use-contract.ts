import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { session } from "../session/session.ts";
import { contractQuery } from "./contract.ts";

interface ContractUse {
  enabled?: boolean;
  /** The person has just come from the card provider. */
  isSettling?: boolean;
}

/** The contract of the signed-in customer, loaded again when the window regains the focus. */
export function useContract({ enabled = true, isSettling = false }: ContractUse = {}) {
  const [loginId] = useState(() => session.read("loginId") ?? "");
  const { data, ...query } = useInfiniteQuery({ ...contractQuery(loginId, isSettling), enabled });
  return { contract: data?.pages[0], invoicePages: data?.pages ?? [], ...query };
}

export type ContractQuery = ReturnType<typeof useContract>;
