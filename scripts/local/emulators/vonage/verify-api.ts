/** The four calls of Verify v2. Source: Verify v2 reference. */
import { z } from "zod";
import { parseJson } from "../../http.ts";
import type { ServiceRequest, ServiceResponse } from "../emulator.ts";
import { json, problems } from "./problem.ts";
import type { Verifications } from "./verifications.ts";

/** Answers a request; `parts` are the variable ones of its path. Throws `Problem`. */
export type Calls = Readonly<
  Record<string, (request: ServiceRequest, ...parts: string[]) => ServiceResponse | Promise<ServiceResponse>>
>;

const step = z.object({
  channel: z.enum(["sms", "voice"], "The emulator only knows the channels sms and voice"),
  to: z.string().regex(/^[1-9]\d{6,14}$/, "Must be in E.164 format, without a leading + or 00"),
});

const code = z.string().regex(/^[A-Za-z0-9]{4,10}$/);

/** The parameters that the portal sends, a code of its own among them. Vonage has defaults for all but brand and workflow. */
const newVerificationSchema = z.object({
  brand: z
    .string()
    .min(1, "Brand is required")
    .max(16, "Must be at most 16 characters")
    .regex(/^[^/{}:$]*$/),
  workflow: z.array(step).min(1).max(10),
  locale: z.literal("ja-jp"),
  channel_timeout: z.number().int().min(15).max(900),
  code,
});

const codeSchema = z.object({ code });

/** Each wants a token that `checkToken` takes. */
export function verifyCalls(
  verifications: Verifications,
  checkToken: (request: ServiceRequest) => Promise<void>,
): Calls {
  const withToken =
    (run: (id: string, body: Buffer) => ServiceResponse) =>
    async (request: ServiceRequest, id = "") => {
      await checkToken(request);
      return run(id, request.body);
    };
  return {
    "POST /v2/verify": withToken((_, body) =>
      json(202, { request_id: verifications.start(read(newVerificationSchema, body)) }),
    ),
    "POST /v2/verify/{id}": withToken((id, body) => {
      verifications.check(id, read(codeSchema, body).code);
      return json(200, { request_id: id, status: "completed" });
    }),
    "POST /v2/verify/{id}/next_workflow": withToken((id) => {
      verifications.next(id);
      return { status: 200 };
    }),
    "DELETE /v2/verify/{id}": withToken((id) => {
      verifications.cancel(id);
      return { status: 204 };
    }),
  };
}

function read<T>(schema: z.ZodType<T>, body: Buffer): T {
  const value = parseJson(body);
  if (value === undefined) throw problems.badJson();
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw problems.invalidParameters(
    parsed.error.issues.map(({ path, message }) => ({ name: path.join("."), reason: message })),
  );
}
