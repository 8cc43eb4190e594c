import { Stack, type StackProps } from "aws-cdk-lib";
import type { Construct } from "constructs";
import { KeyReplica } from "../constructs/storage/encryption.ts";

interface ReplicaStackProps extends StackProps {
  primaryKeyArn: string;
}

/** Only with `backups.keyReplicaRegion`, in that region: docs/runbooks/lost-region-or-account.md. */
export class ReplicaStack extends Stack {
  constructor(scope: Construct, id: string, { primaryKeyArn, ...props }: ReplicaStackProps) {
    super(scope, id, props);
    new KeyReplica(this, "KeyReplica", primaryKeyArn);
  }
}
