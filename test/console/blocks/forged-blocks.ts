import type { Page, Route } from 'playwright-core'

const COMMON = {
  summary: null,
  dateCreated: 1_790_000_000_000,
  dateUpdated: null,
  dateAssociated: null,
  access: 'RW',
  favorite: null,
  archived: false,
  snoozed: null,
  template: null,
  proposed: null,
  generated: null,
  provider: null,
  application: null,
  connectionId: null,
  externalId: null,
  uri: null,
  creator: null,
  sharingTags: [],
  businessObjects: [],
  parentReferenceBlock: null,
  originReferenceBlock: null,
}

/** What the page of an e-mail reads, with nothing in it that a vendor may leave out. */
export const EMAIL = {
  ...COMMON,
  __typename: 'Email',
  blockType: 'email',
  title: 'An e-mail',
  subject: null,
  direction: null,
  dateSent: null,
  dateReceived: null,
  unread: null,
  threadId: null,
  labels: [],
  bodyText: null,
  cleanBodyHtml: null,
  from: null,
  to: [],
  cc: [],
  bcc: [],
  replyTo: [],
  attachments: [],
}

/** The same of an event. */
export const EVENT = {
  ...COMMON,
  __typename: 'Event',
  blockType: 'event',
  title: 'An event',
  description: null,
  dateStart: null,
  dateEnd: null,
  allDay: null,
  timeZone: null,
  location: null,
  conferenceUrl: null,
  busy: null,
  visibility: null,
  recurrence: [],
  recurringExternalId: null,
  dateOriginalStart: null,
  eventStatus: null,
  organizedBy: null,
  eventAttendees: [],
  calendar: null,
  transcriptions: [],
}

/** The same of a transcription. */
export const TRANSCRIPTION = {
  ...COMMON,
  __typename: 'Transcription',
  blockType: 'transcription',
  title: 'A meeting',
  dateStart: null,
  dateEnd: null,
  duration: null,
  processingStage: null,
  organizedBy: null,
  attendees: [],
  event: null,
  transcript: null,
  highlights: null,
  outline: null,
  actionItems: null,
}

interface Operation {
  query: string
  variables?: object
}

const NOT_FOUND = { data: null, errors: [{ message: 'The block was not found.', extensions: { code: 'NOT_FOUND' } }] }

/**
 * Responds to the pages of blocks that do not exist, as if the platform had let their content through. Whatever else is
 * requested with their ids is not found.
 */
export async function forgeBlocks(page: Page, blockOf: (id: string) => object | undefined): Promise<void> {
  const resultOf = ({ query, variables = {} }: Operation): object | undefined => {
    const id = Object.values(variables)
      .flatMap(idsOf)
      .find((value) => blockOf(value))
    if (id === undefined) return undefined
    const block = { ...blockOf(id), _id: id }
    const isPage = query.startsWith('query BlockPage')
    return isPage ? { data: { tenant: { tagId: null }, block, results: [], components: [] } } : NOT_FOUND
  }
  await page.route('**/api/v1/graph', async (route) => {
    const operations = toOperations(route)
    const results = operations.map(resultOf)
    if (results.every((result) => result === undefined)) return route.continue()
    const isBatch = route.request().postData()?.startsWith('[') === true
    if (results.every((result) => result !== undefined)) return route.fulfill({ json: isBatch ? results : results[0] })
    const response = await route.fetch()
    const fetched = (await response.json()) as unknown
    // A batch that is refused as a whole has a single result.
    const json = Array.isArray(fetched) ? fetched.map((result, index) => results[index] ?? result) : fetched
    await route.fulfill({ response, json })
  })
}

/** The texts that a variable consists of. */
function idsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return value !== null && typeof value === 'object' ? Object.values(value).flatMap(idsOf) : []
}

function toOperations(route: Route): Operation[] {
  const body = JSON.parse(route.request().postData() ?? '[]') as Operation | Operation[]
  return Array.isArray(body) ? body : [body]
}

/** Goes to a page of the console without loading it again, as a link does. */
export async function goTo(page: Page, path: string): Promise<void> {
  await page.evaluate(
    `history.pushState(null, '', ${JSON.stringify(path)}); dispatchEvent(new PopStateEvent('popstate'))`,
  )
}
