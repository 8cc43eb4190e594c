import { useInfiniteQuery } from "@tanstack/react-query";
import { useLoginId } from "../session/use-login-id.ts";
import { contractQuery } from "./contract.ts";

interface ContractUse {
  enabled?: boolean;
  /** The customer has just returned from the card provider. */
  isSettling?: boolean;
}

/** Returns the signed-in customer's contract, reloaded when the window regains the focus. */
export function useContract({ enabled = true, isSettling = false }: ContractUse = {}) {
  const loginId = useLoginId();
  const { data, ...query } = useInfiniteQuery({ ...contractQuery(loginId, isSettling), enabled });
  return { contract: data?.pages[0], invoicePages: data?.pages ?? [], ...query };
}

export type ContractQuery = ReturnType<typeof useContract>;
