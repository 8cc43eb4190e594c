import { RemovalPolicy, Stack } from "aws-cdk-lib";
import {
  type Attribute,
  AttributeType,
  BillingMode,
  type ITable,
  ProjectionType,
  Table,
  TableEncryption,
} from "aws-cdk-lib/aws-dynamodb";
import { Construct } from "constructs";
import type { Environment } from "../../environment.ts";
import { tableSettings } from "../../settings/table.ts";
import { acknowledge } from "../acknowledge.ts";

/** The table with all state of the portal. docs/data.md lists its items. */
export class Database extends Construct {
  readonly table: Pick<ITable, "tableArn" | "tableName">;

  constructor(scope: Construct, id: string, { adopted }: Environment) {
    super(scope, id);
    const own = new Table(this, "Table", {
      partitionKey: text(tableSettings.partitionKey),
      sortKey: text(tableSettings.sortKey),
      timeToLiveAttribute: tableSettings.timeToLiveAttribute,
      billingMode: BillingMode.PAY_PER_REQUEST,
      encryption: TableEncryption.AWS_MANAGED,
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      deletionProtection: true,
      removalPolicy: RemovalPolicy.RETAIN,
    });
    for (const [indexName, { partitionKey, sortKey }] of Object.entries(tableSettings.indexes))
      own.addGlobalSecondaryIndex({
        indexName,
        partitionKey: text(partitionKey),
        ...(sortKey !== undefined && { sortKey: text(sortKey) }),
        projectionType: ProjectionType.KEYS_ONLY,
      });
    acknowledge(
      own,
      "point-in-time recovery covers the last 35 days (docs/runbooks/restore.md)",
      "NIST.800.53.R5-DynamoDBInBackupPlan",
    );
    // The portal stack imports these until it names the adopted table; CloudFormation keeps imported exports.
    for (const value of [own.tableName, own.tableArn]) Stack.of(this).exportValue(value);
    this.table = adopted?.table === undefined ? own : Table.fromTableName(this, "Adopted", adopted.table);
  }
}

const text = (name: string): Attribute => ({ name, type: AttributeType.STRING });
