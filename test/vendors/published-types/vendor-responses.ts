import { readdirSync, readFileSync } from 'node:fs'

export type VendorName = 'google' | 'microsoft' | 'salesforce'

/** A vendor's response to a request, recorded or returned by the sandbox. */
export interface VendorResponse {
  vendor: VendorName
  /** The file of the recording, or the sandbox. */
  source: string
  method: string
  path: string
  status: number
  response: unknown
}

/** The rows of a query have the fields of their object's description instead of a published type. */
export const ROWS = 'rows'

type Rule = readonly [vendor: VendorName, status: RegExp, path: RegExp, type: string]

/** The published type of each response, by vendor, status and path. The first that matches applies. */
const RULES: readonly Rule[] = [
  ['google', /^2/, /^\/token$/, 'TokenResponse'],
  ['google', /^4/, /^\/(token|tokeninfo)$/, 'TokenError'],
  ['google', /^2/, /^\/tokeninfo$/, 'GoogleTokeninfo'],
  ['google', /^2/, /^\/oauth2\/v2\/userinfo$/, 'GoogleUserinfo'],
  ['google', /^2/, /^\/gmail\/v1\/users\/me\/profile$/, 'GmailProfile'],
  ['google', /^2/, /^\/gmail\/v1\/users\/me\/messages$/, 'GmailMessageList'],
  ['google', /^2/, /^\/gmail\/v1\/users\/me\/messages\/[^/]+$/, 'GmailMessage'],
  ['google', /^2/, /^\/gmail\/v1\/users\/me\/messages\/[^/]+\/attachments\/[^/]+$/, 'GmailAttachment'],
  ['google', /^2/, /^\/calendar\/v3\/users\/me\/calendarList$/, 'GoogleCalendarList'],
  ['google', /^2/, /^\/calendar\/v3\/calendars\/[^/]+\/events$/, 'GoogleEvents'],
  ['google', /^2/, /^\/v2\/conferenceRecords$/, 'MeetConferenceRecords'],
  ['google', /^2/, /^\/v2\/conferenceRecords\/[^/]+\/participants$/, 'MeetParticipants'],
  ['google', /^2/, /^\/v2\/conferenceRecords\/[^/]+\/transcripts$/, 'MeetTranscripts'],
  ['google', /^2/, /^\/v2\/conferenceRecords\/[^/]+\/transcripts\/[^/]+\/entries$/, 'MeetTranscriptEntries'],
  ['google', /^2/, /^\/v2\/spaces\/[^/]+$/, 'MeetSpace'],
  ['google', /^2/, /^\/v1\/people\/[^/]+$/, 'GooglePerson'],
  ['google', /^2/, /^\/drive\/v3\/files\/[^/]+$/, 'DriveFile'],
  ['google', /^2/, /^\/upload\/drive\/v3\/files$/, 'DriveFile'],
  ['google', /^2/, /^\/v1\/documents\/[^/:]+$/, 'GoogleDocument'],
  ['google', /^2/, /^\/v1\/documents\/[^/:]+:batchUpdate$/, 'GoogleDocumentUpdate'],
  ['google', /^2/, /^\/v4\/spreadsheets\/[^/]+$/, 'GoogleSpreadsheet'],
  ['google', /^2/, /^\/v4\/spreadsheets\/[^/]+\/values\/[^/:]+$/, 'GoogleCells'],
  ['google', /^2/, /^\/v4\/spreadsheets\/[^/]+\/values\/[^/:]+:append$/, 'GoogleAppendedRows'],
  ['google', /^[45]/, /^\//, 'GoogleError'],
  ['microsoft', /^2/, /\/oauth2\/v2\.0\/token$/, 'TokenResponse'],
  ['microsoft', /^[45]/, /\/oauth2\/v2\.0\/token$/, 'TokenError'],
  ['microsoft', /^2/, /^\/v1\.0\/me$/, 'GraphUser'],
  ['microsoft', /^2/, /^\/v1\.0\/me\/messages$/, 'GraphMessageList'],
  ['microsoft', /^2/, /^\/v1\.0\/me\/messages\/[^/]+$/, 'GraphMessage'],
  ['microsoft', /^2/, /^\/v1\.0\/me\/mailFolders\/[^/]+$/, 'GraphFolder'],
  ['microsoft', /^2/, /^\/v1\.0\/me\/mailFolders(\/[^/]+\/childFolders)?$/, 'GraphFolderList'],
  ['microsoft', /^2/, /^\/v1\.0\/me\/mailboxSettings\/timeZone$/, 'GraphValue'],
  ['microsoft', /^2/, /^\/v1\.0\/me\/calendar$/, 'GraphCalendar'],
  ['microsoft', /^2/, /^\/v1\.0\/me\/calendars$/, 'GraphCalendarList'],
  ['microsoft', /^2/, /^\/v1\.0\/me\/calendars\/[^/]+\/calendarView$/, 'GraphEventList'],
  ['microsoft', /^2/, /^\/v1\.0\/me\/events\/[^/]+$/, 'GraphEvent'],
  ['microsoft', /^2/, /^\/v1\.0\/(me|users\/[^/]+)\/calendarView$/, 'GraphEventList'],
  ['microsoft', /^2/, /^\/v1\.0\/(me|users\/[^/]+)\/onlineMeetings$/, 'GraphMeetingList'],
  ['microsoft', /^2/, /^\/v1\.0\/(me|users\/[^/]+)\/onlineMeetings\/[^/]+\/transcripts$/, 'GraphTranscriptList'],
  ['microsoft', /^2/, /^\/v1\.0\/me\/onlineMeetings\/[^/]+\/attendanceReports$/, 'GraphReportList'],
  ['microsoft', /^2/, /^\/v1\.0\/me\/onlineMeetings\/[^/]+\/attendanceReports\/[^/]+$/, 'GraphReport'],
  ['microsoft', /^2/, /^\/v1\.0\/copilot\/users\/[^/]+\/onlineMeetings\/[^/]+\/aiInsights$/, 'GraphInsightList'],
  ['microsoft', /^2/, /^\/v1\.0\/copilot\/users\/[^/]+\/onlineMeetings\/[^/]+\/aiInsights\/[^/]+$/, 'GraphInsight'],
  ['microsoft', /^2/, /^\/v1\.0\/shares\/[^/]+\/driveItem$/, 'GraphDriveItem'],
  ['microsoft', /^2/, /^\/v1\.0\/drives\/[^/]+\/items\/[^/]+(:\/[^/]+:\/content)?$/, 'GraphDriveItem'],
  ['microsoft', /^2/, /^\/v1\.0\/me\/drive\/root$/, 'GraphDriveItem'],
  ['microsoft', /^2/, /^\/v1\.0\/me\/drive$/, 'GraphDrive'],
  ['microsoft', /^[45]/, /^\//, 'GraphError'],
  ['salesforce', /^2/, /^\/services\/oauth2\/token$/, 'TokenResponse'],
  ['salesforce', /^4/, /^\/services\/oauth2\/(token|introspect)$/, 'TokenError'],
  ['salesforce', /^2/, /^\/services\/oauth2\/introspect$/, 'SalesforceIntrospection'],
  ['salesforce', /^2/, /^\/services\/oauth2\/userinfo$/, 'SalesforceUserinfo'],
  ['salesforce', /^2/, /^\/services\/data\/v[\d.]+\/sobjects$/, 'SalesforceObjects'],
  ['salesforce', /^2/, /^\/services\/data\/v[\d.]+\/sobjects\/\w+\/describe$/, 'SalesforceDescription'],
  ['salesforce', /^2/, /^\/services\/data\/v[\d.]+\/(query|search|parameterizedSearch)(\/|$)/, ROWS],
  ['salesforce', /^2/, /^\/services\/data\/v[\d.]+\/composite\/sobjects\/\w+$/, ROWS],
  ['salesforce', /^2/, /^\/services\/data\/v[\d.]+\/composite\/sobjects$/, 'SalesforceSaveResults'],
  ['salesforce', /^2/, /^\/services\/data\/v[\d.]+\/composite$/, 'SalesforceCompositeResponse'],
  ['salesforce', /^2/, /^\/services\/data\/v[\d.]+\/sobjects\/\w+$/, 'SalesforceSaveResult'],
  ['salesforce', /^2/, /^\/services\/data\/v[\d.]+\/analytics\/reports\/\w+$/, 'SalesforceReport'],
  ['salesforce', /^[45]/, /^\//, 'SalesforceErrors'],
]

/** Returns the name of the published type of a response, or ROWS. Throws an Error for a response that no rule describes. */
export function publishedType(response: VendorResponse): string {
  return findRule(response)[3]
}

/** Returns the kind of call that a response belongs to: its vendor, method and the pattern of its path. */
export function callOf(response: VendorResponse): string {
  const [vendor, , path] = findRule(response)
  return `${vendor} ${response.method} ${path.source}`
}

function findRule({ vendor, method, path, status }: VendorResponse): Rule {
  const { pathname } = new URL(path, 'http://vendor')
  const rule = RULES.find(
    ([ofVendor, ofStatus, ofPath]) => ofVendor === vendor && ofStatus.test(`${status}`) && ofPath.test(pathname),
  )
  if (!rule)
    throw new Error(`vendor-responses.ts has no published type for ${method} ${pathname} of ${vendor} (${status})`)
  return rule
}

/** Recordings of responses that no vendor publishes: of proxies and broken servers, to which adapters must be prepared. */
const MALFORMED =
  /\/(a-list-instead-of-an-object|messages-that-are-no-list|a-page-of-html|a-sign-in-page-with-200|an-error-without-a-code)\.json$/

/** The recorded responses of all vendors. A response that is not JSON has no type. */
export function recordedResponses(): VendorResponse[] {
  const vendors: readonly VendorName[] = ['google', 'microsoft', 'salesforce']
  return vendors.flatMap((vendor) => {
    const folder = new URL(`../${vendor}/recordings/`, import.meta.url)
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.json'))
    return files.flatMap((file) => {
      const source = `${vendor}/recordings/${file}`
      const exchanges = JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as VendorResponse[]
      const responses = exchanges.map((exchange) => ({ ...exchange, vendor, source }))
      return responses.filter(({ response }) => typeof response === 'object' && !MALFORMED.test(source))
    })
  })
}
