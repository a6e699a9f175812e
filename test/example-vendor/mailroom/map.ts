import type { Email } from '../../../src/contract/index.ts'
import type { Call } from '../../../src/kit/application.ts'
import { toPeople, toPerson } from '../../../src/kit/people.ts'
import { omitUndefined } from '../../../src/runtime/omit.ts'

/** A message of Beacon's API. */
export interface BeaconMessage {
  id: string
  from: string
  to: string[]
  subject: string
  text: string
  /** ISO 8601. */
  receivedAt: string
}

export function toEmail(
  message: BeaconMessage,
  { provider, application }: Pick<Call, 'provider' | 'application'>,
): Email {
  const { id, from, to, subject, text, receivedAt } = message
  return {
    blockType: 'email',
    provider,
    application,
    externalId: id,
    uri: `https://app.beacon.example/messages/${encodeURIComponent(id)}`,
    ...omitUndefined({ from: toPerson(from) }),
    to: toPeople(to),
    cc: [],
    subject,
    bodyText: text,
    dateReceived: Date.parse(receivedAt),
  }
}
