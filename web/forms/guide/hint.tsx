import Box from "@mui/material/Box";
import { TopicBlocks } from "./topic-blocks.tsx";
import apiKey from "./topics/api-key.md";
import apiSecret from "./topics/api-secret.md";
import applicationId from "./topics/application-id.md";
import privateKey from "./topics/private-key.md";
import webhookUrl from "./topics/webhook-url.md";

/** The topics that are shown beside a field. */
export const hints = {
  "application-id": applicationId,
  "api-key": apiKey,
  "api-secret": apiSecret,
  "private-key": privateKey,
  "webhook-url": webhookUrl,
} as const;
export type HintName = keyof typeof hints;

/** Leaves room for the field's error above. */
const frame = { mt: 4, p: 2, bgcolor: "background.default", borderRadius: 1 } as const;

export default function Hint({ topic }: { topic: HintName }) {
  return (
    <Box sx={frame}>
      <TopicBlocks blocks={hints[topic].blocks} />
    </Box>
  );
}
