/** Files, their releases, and the mails about them: `shared/endpoints/downloads.ts`. */
import type { OwnSettings } from "../../function-settings.ts";

export const downloadsFunctions = {
  "download-file": {
    grants: {
      table: ["dynamodb:GetItem", "dynamodb:PutItem", "dynamodb:UpdateItem"],
      partitions: ["ACTIVITY#*", "CUSTOMER#*", "RELEASE#*"],
      readOnly: ["CUSTOMER#*", "RELEASE#*"],
      bucket: ["s3:GetObject", "s3:GetObjectVersion"],
    },
  },
  releases: {
    grants: {
      table: ["dynamodb:GetItem", "dynamodb:Query"],
      partitions: ["CUSTOMER#*", "RELEASE#*"],
    },
  },
  unsubscribe: {
    grants: {
      table: ["dynamodb:GetItem", "dynamodb:PutItem", "dynamodb:UpdateItem"],
      partitions: ["CUSTOMER#*", "RATE#UNSUBSCRIBE#*"],
      secrets: ["unsubscribe"],
    },
  },
  "unsubscribe-link": {
    environment: ["SITE_URL"],
    grants: {},
  },
} satisfies Record<string, OwnSettings>;
