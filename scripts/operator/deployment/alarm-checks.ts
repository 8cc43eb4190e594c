/** Checks of the alarms' subscriptions in a deployed environment. Source: SNS API reference. */
import { GetSubscriptionAttributesCommand, type SNSClient } from "@aws-sdk/client-sns";
import {
  type AlarmSubscription,
  clientFor,
  readSubscriptions,
} from "#functions/jobs/canary/alarm-subscriptions.ts";
import type { Environment } from "#infra/environment.ts";
import { stackNames } from "#infra/settings/names.ts";
import { type Check, type Finding, fix, ok, warning } from "./check.ts";
import { resourcesIn } from "./deployed.ts";

/** CloudWatch publishes to topics of the alarm's own region only: CloudFront's alarms have theirs in us-east-1. */
export function alarmChecks({ name, region, alarmEmail, alarmUrl }: Environment): Check[] {
  if (alarmEmail === undefined) return [];
  const { portal, edge } = stackNames(name);
  const addresses = [alarmEmail, ...(alarmUrl === undefined ? [] : [alarmUrl])];
  return [
    { region, stack: portal },
    { region: "us-east-1", stack: edge },
  ].map((place) => ({
    title: `Alarms in ${place.region}`,
    run: () => checkTopic(place, addresses),
  }));
}

interface Place {
  region: string;
  stack: string;
}

async function checkTopic({ region, stack }: Place, addresses: readonly string[]): Promise<Finding> {
  const held = await resourcesIn(region, stack);
  const [topic] = held("AWS::SNS::Topic");
  if (topic === undefined || held("AWS::SNS::Subscription").length < addresses.length)
    return ok(`The deployment subscribes ${addresses.length}: confirm the mail that it sends (${page}).`);
  const client = clientFor(topic);
  const subscriptions = await readSubscriptions(client, topic, addresses);
  const named = (state: AlarmSubscription["state"]) =>
    subscriptions.flatMap((each) => (each.state === state ? [each.address] : [])).join(", ");
  if (named("missing"))
    return fix(`${named("missing")} hears no alarm any more: subscribe it to ${topic} (${page}).`);
  if (named("pending")) return fix(`${named("pending")} has not confirmed the mail of ${topic} (${page}).`);
  const open = await withOpenLink(client, subscriptions);
  if (open.length > 0)
    return warning(
      `A link in each mail ends the subscription of ${open.join(", ")} to ${topic}: confirm it with credentials (${page}).`,
    );
  return ok(`${named("confirmed")} hears them.`);
}

const page = "docs/runbooks/first-deploy.md#who-hears-the-alarms";

/**
 * E-mail addresses whose confirmation was not authenticated: anybody ends their subscription by a link, and mail
 * scanners open links.
 */
async function withOpenLink(
  client: SNSClient,
  subscriptions: readonly AlarmSubscription[],
): Promise<string[]> {
  const open: string[] = [];
  for (const { address, arn: SubscriptionArn } of subscriptions) {
    if (!address.includes("@")) continue;
    const { Attributes } = await client.send(new GetSubscriptionAttributesCommand({ SubscriptionArn }));
    if (Attributes?.ConfirmationWasAuthenticated !== "true") open.push(address);
  }
  return open;
}
