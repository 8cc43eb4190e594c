/** What a verification may ask for. Source: Verify v2 reference, "Request a verification". */
import { z } from "zod";
import { problems } from "./problem.ts";

const step = z.object({
  channel: z.enum(["sms", "voice"], "The emulator only knows the channels sms and voice"),
  to: z.string().regex(/^[1-9]\d{6,14}$/, "Must be in E.164 format, without a leading + or 00"),
});

const code = z.string().regex(/^[A-Za-z0-9]{4,10}$/);

/** As the portal asks; Vonage has a default for each but brand and workflow. */
const newVerificationSchema = z.object({
  brand: z
    .string()
    .min(1, "Brand is required")
    .max(16, "Must be at most 16 characters")
    .regex(/^[^/{}:$]*$/),
  workflow: z.array(step).min(1).max(10),
  locale: z.literal("ja-jp"),
  channel_timeout: z.number().int().min(15).max(900),
  code_length: z.number().int().min(4).max(10).default(4),
  /** The caller's own, in place of a generated one. */
  code: code.optional(),
});

const codeSchema = z.object({ code });

export type NewVerification = z.infer<typeof newVerificationSchema>;

export function readNewVerification(body: Buffer): NewVerification {
  return read(newVerificationSchema, body);
}

export function readCode(body: Buffer): string {
  return read(codeSchema, body).code;
}

function read<T>(schema: z.ZodType<T>, body: Buffer): T {
  const parsed = schema.safeParse(parseJson(body));
  if (parsed.success) return parsed.data;
  throw problems.invalidParameters(
    parsed.error.issues.map(({ path, message }) => ({ name: path.join("."), reason: message })),
  );
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    throw problems.badJson();
  }
}
