/** Files, their releases, and the mails about them: `shared/endpoints/downloads.ts`. */
import type { FunctionSettings } from "../../function-settings.ts";
import { api } from "../common.ts";

export const downloadsFunctions = {
  "download-file": {
    ...api,
    entry: "functions/api/download-file.ts",
    environment: ["TABLE_NAME", "DOWNLOAD_BUCKET"],
    grants: {
      table: ["dynamodb:GetItem", "dynamodb:PutItem", "dynamodb:UpdateItem"],
      partitions: ["ACTIVITY#*", "CUSTOMER#*", "RELEASE#*"],
      readOnly: ["CUSTOMER#*", "RELEASE#*"],
      bucket: ["s3:GetObject", "s3:GetObjectVersion"],
    },
  },
  releases: {
    ...api,
    entry: "functions/api/releases.ts",
    environment: ["TABLE_NAME"],
    grants: {
      table: ["dynamodb:GetItem", "dynamodb:Query"],
      partitions: ["CUSTOMER#*", "RELEASE#*"],
    },
  },
  unsubscribe: {
    ...api,
    entry: "functions/api/unsubscribe.ts",
    environment: ["TABLE_NAME", "UNSUBSCRIBE_SECRET_ID"],
    grants: {
      table: ["dynamodb:GetItem", "dynamodb:PutItem", "dynamodb:UpdateItem"],
      partitions: ["CUSTOMER#*", "RATE#UNSUBSCRIBE#*"],
      secrets: ["unsubscribe"],
    },
  },
  "unsubscribe-link": {
    ...api,
    entry: "functions/api/unsubscribe-link.ts",
    environment: ["SITE_URL"],
    grants: {},
  },
} satisfies Record<string, FunctionSettings>;
