import { type Answer, type Api, START, startApi } from '../graph/api.ts'
import { KEY } from '../graph/provider.ts'
import { type FakeProvider, startFakeProvider } from './provider.ts'

/** A whole platform with two providers that do what a test tells them to. */
export interface TestPlatform {
  api: Api
  provider: FakeProvider
  other: FakeProvider
  ask: Api['ask']
  /** An active connection; its credential can be renewed. */
  connect(email: string, application?: string, providerName?: string): Promise<string>
  /** A note of that person, by its id. */
  note(email: string, input?: object): Promise<string>
  share(email: string, noteId: string, guest: string, sharingLevel: number): Promise<Answer>
  /** Providers forget what they were told and asked. */
  reset(): void
  stop(): Promise<void>
}

export async function startTestPlatform(): Promise<TestPlatform> {
  const [provider, other] = await Promise.all([startFakeProvider('acme'), startFakeProvider('other')])
  const api = await startApi({ PROVIDER_URLS: `${provider.url},${other.url}` })
  const { ask } = api
  const connect: TestPlatform['connect'] = async (email, application = 'crm', of = 'acme') => {
    const start = await ask(email, START, { input: { application, provider: of, requireConfirmation: false } })
    const { connectionId } = start.data.startConnection as { connectionId: string }
    const credential = { accessToken: 'token-1', refreshToken: 'refresh-1', email, profile: null }
    await api.post('/api/v1/connections/registration', { connectionId, credential }, { Authorization: `Bearer ${KEY}` })
    return connectionId
  }
  const note: TestPlatform['note'] = async (email, input = { title: 'A note' }) => {
    const query = 'mutation N($input: UpsertNoteInput!) { upsertOneNote(input: $input) { _id } }'
    const answer = await ask(email, query, { input })
    return (answer.data.upsertOneNote as { _id: string })._id
  }
  const share: TestPlatform['share'] = (email, id, guest, sharingLevel) =>
    ask(email, 'mutation S($input: AddSharingTagInput!) { addSharingTag(input: $input) { block { _id } } }', {
      input: {
        referenceBlock: { id, blockType: 'note' },
        sharingTag: { email: guest, shared: true, sharingLevel, sharingApproach: 1 },
      },
    })
  const reset = () => {
    provider.reset()
    other.reset()
  }
  const stop = async () => {
    await api.stop()
    await Promise.all([provider.stop(), other.stop()])
  }
  return { api, provider, other, ask, connect, note, share, reset, stop }
}

export const LINK = `mutation L($input: LinkUrlInput!) { linkUrl(input: $input) {
  _id provider application url externalId metadataType title iconUrl
  block { _id blockType title access uri ... on Document { documentHtml metadataType } ... on Website { url domain } }
} }`
export const PUBLISH = 'mutation P($input: PublishNotesInput!) { publishNotes(input: $input) { _id title } }'
export const TAG = `mutation T($input: TagFromRecordInput!) { tagFromRecord(input: $input) {
  _id alias tagType tagSubType email emailDomain archived externalIdLinks { externalId metadataType url }
} }`
export const INSTALL = `mutation I($input: InstallFunctionInput!) { installFunction(input: $input) {
  functionId inputs { name label valueSource }
} }`
export const EXECUTE = `mutation E($input: ExecuteFunctionInput!) { executeFunction(input: $input) {
  outputUrl externalId uri block { _id blockType title uri ... on File { fileName url } }
} }`
export const QUERY = `query Q($input: ExecuteQueryInput!) { executeQuery(input: $input) {
  hasMore records { externalId title values { name value } }
} }`
