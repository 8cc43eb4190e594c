/** Reads the SNS subscriptions that receive the alarms. `npm run preflight` uses it too. */
import { paginateListSubscriptionsByTopic, SNSClient } from "@aws-sdk/client-sns";
import { optionalEnvironment } from "#functions/runtime/environment.ts";
import { errorFields, log } from "#functions/runtime/log.ts";
import { countMetric } from "#functions/runtime/metrics.ts";

export interface AlarmSubscription {
  /** An e-mail address, or the host of an HTTPS endpoint, whose path may hold a key. */
  address: string;
  state: "confirmed" | "missing" | "pending";
  /** Of a confirmed subscription. */
  arn?: string;
}

/**
 * Returns the state of each address at that topic. `missing`: it unsubscribed, or did not confirm in time.
 */
export async function readSubscriptions(
  client: SNSClient,
  TopicArn: string,
  addresses: readonly string[],
): Promise<AlarmSubscription[]> {
  const found = new Map<string, string>();
  for await (const { Subscriptions = [] } of paginateListSubscriptionsByTopic({ client }, { TopicArn }))
    for (const { Endpoint = "", SubscriptionArn = "" } of Subscriptions)
      if (SubscriptionArn !== "Deleted") found.set(hostOrEmail(Endpoint), SubscriptionArn);
  return addresses.map(hostOrEmail).map((address) => {
    const arn = found.get(address);
    if (arn === undefined) return { address, state: "missing" };
    return arn.startsWith("arn:") ? { address, state: "confirmed", arn } : { address, state: "pending" };
  });
}

const hostOrEmail = (endpoint: string): string => URL.parse(endpoint)?.host || endpoint.toLowerCase();

/** `arn:aws:sns:us-east-1:123456789012:name` */
const regionOf = (topicArn: string): string => topicArn.split(":")[3] ?? "";

/** Returns a client in the topic's region. */
export const clientFor = (topicArn: string): SNSClient =>
  new SNSClient({
    region: regionOf(topicArn),
    requestHandler: { connectionTimeout: 2000, requestTimeout: 3000, throwOnRequestTimeout: true },
  });

/**
 * True in the half hour after nine o'clock in Japan, in which one or two runs begin: the canary keeps no
 * state between runs.
 */
const isTheTime = (now: Date): boolean => now.getUTCHours() === 0 && now.getUTCMinutes() < 30;

/**
 * Once a day, counts and logs the addresses that a topic does not reach. A failure here does not fail the
 * canary.
 */
export async function measureSubscriptions(now = new Date()): Promise<void> {
  if (!isTheTime(now)) return;
  const topics = wordsOf("ALARM_TOPICS");
  const addresses = wordsOf("ALARM_ADDRESSES");
  try {
    for (const topic of topics) {
      const subscriptions = await readSubscriptions(clientFor(topic), topic, addresses);
      const lost = subscriptions.filter(({ state }) => state !== "confirmed");
      for (const { address, state } of lost)
        log("error", "alarm address missing", { region: regionOf(topic), address, state });
      if (lost.length > 0) countMetric("AlarmAddressesMissing", lost.length);
    }
  } catch (error) {
    log("error", "alarm subscriptions not read", errorFields(error));
  }
}

const wordsOf = (name: "ALARM_ADDRESSES" | "ALARM_TOPICS"): string[] =>
  optionalEnvironment(name)?.split(" ") ?? [];
