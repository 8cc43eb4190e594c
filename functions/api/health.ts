import { serve } from "#functions/runtime/endpoint.ts";
import { environment } from "#functions/runtime/environment.ts";
import { health } from "#shared/endpoints.ts";

export const handler = serve(health, async () => ({
  status: "ok" as const,
  version: environment("APP_VERSION"),
}));
