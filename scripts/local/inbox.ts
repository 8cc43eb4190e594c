import type { Clock, DeliveredMessage } from "./emulators/emulator.ts";

export interface InboxMessage extends DeliveredMessage {
  id: string;
  /** ISO 8601. */
  sentAt: string;
}

/** `090-1234-5678`, `+819012345678` and `819012345678` are one phone; mail addresses ignore case. */
const addressKey = (address: string): string =>
  address.includes("@") ? address.toLowerCase() : address.replace(/\D/g, "").replace(/^(?:81|0)/, "");

/** `npm start` runs for days. */
const mostMessages = 5000;

/** Everything that was sent to a person lately, newest first. */
export function createInbox(clock: Clock) {
  let messages: InboxMessage[] = [];
  let count = 0;
  return {
    deliver(message: DeliveredMessage): void {
      count += 1;
      messages.unshift({ ...message, id: String(count), sentAt: new Date(clock()).toISOString() });
      messages = messages.slice(0, mostMessages);
    },
    list: (to?: string): InboxMessage[] =>
      to === undefined ? messages : messages.filter((message) => addressKey(message.to) === addressKey(to)),
    clear(): void {
      messages = [];
    },
    snapshot: () => ({ messages, count }),
    restore(saved: { messages: InboxMessage[]; count: number }): void {
      ({ messages, count } = saved);
    },
  };
}
export type Inbox = ReturnType<typeof createInbox>;
