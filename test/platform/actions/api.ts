import { type Api, type GraphResponse, START, startApi } from '../graph/api.ts'
import { KEY } from '../graph/provider.ts'
import { type FakeProvider, startFakeProvider } from './provider.ts'

/** A complete platform with two fake providers. */
export interface TestPlatform {
  api: Api
  provider: FakeProvider
  otherProvider: FakeProvider
  execute: Api['execute']
  /** Creates an active connection with a refresh token. Resolves to its id. */
  connect(email: string, application?: string, providerName?: string): Promise<string>
  /** Creates a note of the person with this email. Resolves to its id. */
  note(email: string, input?: object): Promise<string>
  share(email: string, noteId: string, recipient: string, sharingLevel: number): Promise<GraphResponse>
  /** Resets both providers. */
  reset(): void
  stop(): Promise<void>
}

export async function startTestPlatform(): Promise<TestPlatform> {
  const [provider, otherProvider] = await Promise.all([startFakeProvider('acme'), startFakeProvider('other')])
  const api = await startApi({
    BASE_URL: 'https://platform.example/app/',
    PROVIDER_URLS: `${provider.url},${otherProvider.url}`,
  })
  const { execute } = api
  const connect: TestPlatform['connect'] = async (email, application = 'crm', providerName = 'acme') => {
    const input = { application, provider: providerName, requireConfirmation: false }
    const start = await execute(email, START, { input })
    const { connectionId } = start.data.startConnection as { connectionId: string }
    const credential = { accessToken: 'token-1', refreshToken: 'refresh-1', email, profile: null }
    await api.post('/api/v1/connections/registration', { connectionId, credential }, { Authorization: `Bearer ${KEY}` })
    return connectionId
  }
  const note: TestPlatform['note'] = async (email, input = { title: 'A note' }) => {
    const query = 'mutation N($input: UpsertNoteInput!) { upsertOneNote(input: $input) { _id } }'
    const response = await execute(email, query, { input })
    return (response.data.upsertOneNote as { _id: string })._id
  }
  const share: TestPlatform['share'] = (email, id, recipient, sharingLevel) =>
    execute(email, 'mutation S($input: AddSharingTagInput!) { addSharingTag(input: $input) { block { _id } } }', {
      input: {
        referenceBlock: { id, blockType: 'note' },
        sharingTag: { email: recipient, shared: true, sharingLevel, sharingApproach: 1 },
      },
    })
  const reset = () => {
    provider.reset()
    otherProvider.reset()
  }
  const stop = async () => {
    await api.stop()
    await Promise.all([provider.stop(), otherProvider.stop()])
  }
  return { api, provider, otherProvider, execute, connect, note, share, reset, stop }
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
