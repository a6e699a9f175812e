import type { ConversationQuery } from '../../../documents.ts'

type Found = NonNullable<ConversationQuery['searchGraph']>[number]

/** An e-mail of a conversation. */
export type Mail = Extract<Found, { __typename: 'Email' }>

/** The e-mails among the blocks, oldest first; those without a date come first. */
export function toConversation(found: readonly Found[]): Mail[] {
  return found
    .filter((block): block is Mail => block.__typename === 'Email')
    .toSorted((left, right) => timeOf(left) - timeOf(right))
}

function timeOf({ dateSent, dateReceived }: Mail): number {
  return dateSent ?? dateReceived ?? 0
}
