import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import type { Resolver } from "react-hook-form";
import { signInForm } from "#shared/customer/customer.ts";

export interface Credentials {
  loginId: string;
  password: string;
}

export const signInResolver: Resolver<Credentials, unknown, Credentials> = standardSchemaResolver(signInForm);
