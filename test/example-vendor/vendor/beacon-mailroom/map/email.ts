import type { Credential, Email } from '../../../../../src/contract/index.ts'
import type { Call } from '../../../../../src/kit/application.ts'
import { toPeople, toPerson } from '../../../../../src/kit/people.ts'
import { omitUndefined } from '../../../../../src/runtime/omit.ts'
import { toWebUrl } from '../../account.ts'

/** A message of Beacon's API. */
export interface BeaconMessage {
  id: string
  /** An address with a name, as in a header: `Bo <bo@acme.example>`. */
  from: string
  to: string[]
  subject: string
  text: string
  /** ISO 8601. */
  receivedAt: string
}

export function toEmail(
  { id, from, to, subject, text, receivedAt }: BeaconMessage,
  credential: Pick<Credential, 'instanceUrl'>,
  { provider, application }: Pick<Call, 'provider' | 'application'>,
): Email {
  const [sender] = toPeople([from])
  return {
    blockType: 'email',
    provider,
    application,
    externalId: id,
    uri: toWebUrl(credential, 'messages', id),
    ...omitUndefined({ from: sender && toPerson(sender.email, sender.friendlyName) }),
    to: toPeople(to),
    cc: [],
    subject,
    bodyText: text,
    dateReceived: Date.parse(receivedAt),
  }
}
