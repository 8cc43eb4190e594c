import { health } from "../../shared/endpoints.ts";
import { serve } from "../runtime/endpoint.ts";
import { environment } from "../runtime/environment.ts";

export const handler = serve(health, async () => ({
  status: "ok" as const,
  version: environment("APP_VERSION"),
}));
