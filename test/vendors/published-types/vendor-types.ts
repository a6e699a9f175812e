import type * as graph from '@microsoft/microsoft-graph-types'
import type { calendar_v3 } from 'googleapis/build/src/apis/calendar/v3.js'
import type { docs_v1 } from 'googleapis/build/src/apis/docs/v1.js'
import type { drive_v3 } from 'googleapis/build/src/apis/drive/v3.js'
import type { gmail_v1 } from 'googleapis/build/src/apis/gmail/v1.js'
import type { meet_v2 } from 'googleapis/build/src/apis/meet/v2.js'
import type { oauth2_v2 } from 'googleapis/build/src/apis/oauth2/v2.js'
import type { people_v1 } from 'googleapis/build/src/apis/people/v1.js'
import type { sheets_v4 } from 'googleapis/build/src/apis/sheets/v4.js'
import type * as jsforce from 'jsforce'

/**
 * The types that vendors publish for their responses. Where a vendor returns more than it publishes, the type says so with
 * the source.
 */
export type GmailMessageList = gmail_v1.Schema$ListMessagesResponse
export type GmailMessage = gmail_v1.Schema$Message
export type GmailAttachment = gmail_v1.Schema$MessagePartBody
export type GmailProfile = gmail_v1.Schema$Profile
export type GoogleCalendarList = calendar_v3.Schema$CalendarList
export type GoogleEvents = calendar_v3.Schema$Events
export type MeetConferenceRecords = meet_v2.Schema$ListConferenceRecordsResponse
export type MeetParticipants = meet_v2.Schema$ListParticipantsResponse
export type MeetTranscripts = meet_v2.Schema$ListTranscriptsResponse
export type MeetTranscriptEntries = meet_v2.Schema$ListTranscriptEntriesResponse
export type MeetSpace = meet_v2.Schema$Space
export type GooglePerson = people_v1.Schema$Person
export type DriveFile = drive_v3.Schema$File
export type GoogleDocument = docs_v1.Schema$Document
export type GoogleDocumentUpdate = docs_v1.Schema$BatchUpdateDocumentResponse
export type GoogleSpreadsheet = sheets_v4.Schema$Spreadsheet
export type GoogleCells = sheets_v4.Schema$ValueRange
export type GoogleAppendedRows = sheets_v4.Schema$AppendValuesResponse
export type GoogleUserinfo = oauth2_v2.Schema$Userinfo

/** All values are texts (https://developers.google.com/identity/sign-in/web/backend-auth#calling-the-tokeninfo-endpoint). */
export type GoogleTokeninfo = Partial<
  Record<'azp' | 'aud' | 'sub' | 'scope' | 'exp' | 'expires_in' | 'email' | 'email_verified' | 'access_type', string>
>

/** The form that all Google APIs share. The `errors` are those of its older JSON form (https://cloud.google.com/apis/design/errors). */
export interface GoogleError {
  error: {
    code: number
    message?: string
    status?: string
    errors?: {
      domain?: string
      reason?: string
      message?: string
      locationType?: string
      location?: string
      extendedHelp?: string
    }[]
    details?: object[]
  }
}

/** Control information may stand beside any member (OData JSON Format 4.01, 4.6). */
interface Control {
  [annotation: `${string}@odata.${string}`]: unknown
}

type OData<Value> = Value extends string | number | boolean | null | undefined
  ? Value
  : Value extends (infer Item)[]
    ? OData<Item>[]
    : { [Member in keyof Value]: OData<Value[Member]> } & Control

type ODataList<Entity> = { value: OData<Entity>[] } & Control

/** Invitations are messages, too (https://learn.microsoft.com/graph/api/resources/eventmessage). */
type Message = graph.Message | graph.EventMessage | graph.EventMessageRequest | graph.EventMessageResponse

/** Calendar views name the occurrence, too (https://learn.microsoft.com/graph/api/resources/event). */
type Event = graph.Event & { occurrenceId?: string | null }

/** Users of meetings have a kind and a tenant, too (https://learn.microsoft.com/graph/api/resources/teamworkuseridentity). */
type MeetingUser = graph.Identity & { userIdentityType?: string | null; tenantId?: string | null }
type MeetingIdentity = Omit<graph.IdentitySet, 'user'> & { user?: MeetingUser | null }
type MeetingParticipant = Omit<graph.MeetingParticipantInfo, 'identity'> & { identity?: MeetingIdentity | null }
/** Samples also have the address under its older name (https://learn.microsoft.com/graph/api/onlinemeeting-get). */
type Meeting = Omit<graph.OnlineMeeting, 'participants'> & {
  joinUrl?: string
  participants?: { organizer?: MeetingParticipant; attendees?: MeetingParticipant[] }
}
type Transcript = Omit<graph.CallTranscript, 'meetingOrganizer'> & { meetingOrganizer?: MeetingIdentity | null }
type AttendanceRecord = Omit<graph.AttendanceRecord, 'identity'> & { identity?: MeetingUser | null }
type AttendanceReport = Omit<graph.MeetingAttendanceReport, 'attendanceRecords'> & {
  attendanceRecords?: AttendanceRecord[]
}
/** The library does not describe it (https://learn.microsoft.com/microsoft-365/copilot/extensibility/api/ai-services/meeting-insights/resources/callaiinsight). */
interface Insight extends graph.Entity {
  callId?: string
  contentCorrelationId?: string
  createdDateTime?: string
  endDateTime?: string
  actionItems?: { title: string; text: string; ownerDisplayName: string | null }[]
  meetingNotes?: { title: string; text: string; subpoints: { title: string; text: string }[] }[]
  viewpoint?: { mentionEvents: object[] } | null
}

export type GraphMeetingList = ODataList<Meeting>
export type GraphTranscriptList = ODataList<Transcript>
export type GraphReportList = ODataList<AttendanceReport>
export type GraphReport = OData<AttendanceReport>
export type GraphInsightList = ODataList<Insight>
export type GraphInsight = OData<Insight>

export type GraphUser = OData<graph.User>
export type GraphMessage = OData<Message>
export type GraphMessageList = ODataList<Message>
export type GraphFolder = OData<graph.MailFolder>
export type GraphFolderList = ODataList<graph.MailFolder>
export type GraphCalendarList = ODataList<graph.Calendar>
export type GraphCalendar = OData<graph.Calendar>
export type GraphEventList = ODataList<Event>
export type GraphEvent = OData<Event>

/** Users have an address, and items a pre-authenticated one, too (https://learn.microsoft.com/graph/api/driveitem-get). */
type FileUser = { user?: graph.Identity & { email?: string }; application?: graph.Identity }
type FileMembers = 'createdBy' | 'lastModifiedBy' | 'shared'

export type GraphDrive = OData<Omit<graph.Drive, 'owner'>> & { owner?: FileUser }
export type GraphDriveItem = OData<Omit<graph.DriveItem, FileMembers>> & {
  '@microsoft.graph.downloadUrl'?: string
  createdBy?: FileUser
  lastModifiedBy?: FileUser
  shared?: { scope?: string; owner?: FileUser }
}
/** A single property of a resource (OData JSON Format 4.01, 11). */
export type GraphValue = { value: string } & Control

/** Members of the inner error are documented, but not published; its name has two spellings (https://learn.microsoft.com/graph/errors). */
interface InnerError {
  code?: string
  message?: string
  date?: string
  'request-id'?: string
  'client-request-id'?: string
}

export interface GraphError {
  error: Omit<graph.PublicError, 'innerError'> & { innerError?: InnerError; innererror?: InnerError }
}

/** RFC 6749, 5.1, with the members that vendors add to it. */
export interface TokenResponse {
  access_token: string
  token_type: string
  expires_in?: number
  refresh_token?: string
  scope?: string
  id_token?: string
  /** https://developers.google.com/identity/protocols/oauth2#expiration */
  refresh_token_expires_in?: number
  /** https://learn.microsoft.com/entra/identity-platform/v2-oauth2-auth-code-flow */
  ext_expires_in?: number
  /** https://help.salesforce.com/s/articleView?id=xcloud.remoteaccess_oauth_web_server_flow.htm */
  instance_url?: string
  id?: string
  issued_at?: string
  signature?: string
  api_instance_url?: string
  sfdc_community_url?: string
  sfdc_community_id?: string
}

/** RFC 6749, 5.2, with the members that vendors add to it. */
export interface TokenError {
  error: string
  error_description?: string
  error_uri?: string
  /** https://developers.google.com/identity/protocols/oauth2/web-server */
  error_subtype?: string
  /** https://learn.microsoft.com/entra/identity-platform/reference-error-codes */
  error_codes?: number[]
  timestamp?: string
  trace_id?: string
  correlation_id?: string
  suberror?: string
  claims?: string
}

/** Documented, but not in the library: https://developer.salesforce.com/docs/atlas.en-us.api.meta/api/sforce_api_calls_describesobjects_describesobjectresult.htm */
interface FieldAdditions {
  defaultValue: string | boolean | number
  formulaTreatNullNumberAsZero: boolean
  aiPredictionField: boolean
  polymorphicForeignKey: boolean
  searchPrefilterable: boolean
  dataType: string
}

interface RecordTypeAdditions {
  active: boolean
  developerName: string
}

/** Recordings of descriptions leave members out that the hub does not read. The library does not say which may be null. */
type Partially<Value> =
  | (Value extends (infer Item)[]
      ? Partially<Item>[]
      : Value extends object
        ? { [Member in keyof Value]?: Partially<Value[Member]> }
        : Value)
  | null

/** Collections name errors by statusCode (https://developer.salesforce.com/docs/atlas.en-us.api_rest.meta/api_rest/resources_composite_sobjects_collections_create.htm). */
interface CollectionResult {
  id?: string
  success: boolean
  errors: { statusCode: string; message: string; fields: string[] }[]
}

/** The types of the library for Salesforce, which are those of its documentation. */
export type SalesforceObjects = Partially<jsforce.DescribeGlobalResult>
export type SalesforceDescription = Partially<
  Omit<jsforce.DescribeSObjectResult, 'fields' | 'recordTypeInfos'> & {
    fields: (Omit<jsforce.Field, 'defaultValue'> & FieldAdditions)[]
    recordTypeInfos: (jsforce.DescribeSObjectResult['recordTypeInfos'][number] & RecordTypeAdditions)[]
  }
>
export type SalesforceSaveResults = CollectionResult[]
export type SalesforceSaveResult = jsforce.SaveResult
export type SalesforceErrors = { message: string; errorCode: string; fields?: string[] }[]

/** RFC 7662, 2.2, with the member that Salesforce adds. */
export interface SalesforceIntrospection {
  active: boolean
  scope?: string
  client_id?: string
  username?: string
  sub?: string
  token_type?: string
  exp?: number
  iat?: number
  nbf?: number
}

/** OpenID Connect Core 1.0, 5.1, with the members of https://help.salesforce.com/s/articleView?id=xcloud.remoteaccess_using_userinfo_endpoint.htm */
export interface SalesforceUserinfo {
  sub: string
  user_id: string
  organization_id: string
  preferred_username?: string
  nickname?: string
  name?: string
  email?: string
  email_verified?: boolean
  given_name?: string
  family_name?: string
  zoneinfo?: string
  photos?: Record<string, string>
  profile?: string
  picture?: string
  address?: object
  urls?: Record<string, string>
  active?: boolean
  user_type?: string
  language?: string
  locale?: string
  utcOffset?: number
  updated_at?: string
  is_app_installed?: boolean
}

/** https://developer.salesforce.com/docs/atlas.en-us.api_rest.meta/api_rest/responses_composite.htm */
export interface SalesforceCompositeResponse {
  compositeResponse: {
    body: jsforce.SaveResult | SalesforceErrors | null
    httpHeaders: Record<string, string>
    httpStatusCode: number
    referenceId: string
  }[]
}

/** https://developer.salesforce.com/docs/atlas.en-us.api_analytics.meta/api_analytics/sforce_analytics_rest_api_getreportrundata.htm */
export interface SalesforceReport {
  attributes?: object
  allData: boolean
  hasDetailRows?: boolean
  factMap: Record<string, { rows?: { dataCells: { label: string; value?: unknown }[] }[]; aggregates?: object[] }>
  groupingsAcross?: object
  groupingsDown?: object
  reportMetadata: object
  reportExtendedMetadata: object
}
