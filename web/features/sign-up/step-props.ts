import type { Control } from "react-hook-form";
import type * as z from "zod/mini";
import type { companyForm } from "#shared/customer/customer.ts";
import type { DraftStore } from "./use-draft.ts";
import type { StepMoves } from "./use-step.ts";

/** What every step of the wizard is given. */
export interface StepProps {
  store: DraftStore;
  moves: StepMoves;
}

export type CompanyControl = Control<z.input<typeof companyForm>, unknown, z.output<typeof companyForm>>;
