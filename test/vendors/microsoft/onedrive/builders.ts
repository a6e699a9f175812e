import nock from 'nock'
import type { BusinessObject, ExecuteFunctionRequest, FunctionInput } from '../../../../src/contract/index.ts'
import type { Call } from '../../../../src/kit/application.ts'
import { onedrive } from '../../../../vendors/microsoft/onedrive/index.ts'
import type { MicrosoftSettings } from '../../../../vendors/microsoft/settings.ts'
import { createCall } from '../../../kit/call.ts'
import { aConnection, aCredential, SETTINGS } from '../builders.ts'
import { GRAPH } from '../recordings.ts'

export const TOKEN = 'EwB4A8l6BAAU-ann-access-token'
/** The token of the user who runs a function. */
export const RUNNER_TOKEN = 'EwB4A8l6BAAU-bob-access-token'
export const NOW = Date.parse('2026-11-02T10:00:00Z')

export const LINK = 'https://contoso.sharepoint.com/:w:/s/Sales/EabcDEF123?e=4XyZ'
export const SHARE = shareOf(LINK)
export const DRIVE = 'b!nkWkUdNK2EqI-drive'
export const CONTENT_HOST = 'https://contoso.sharepoint.com'
/** A pre-authenticated address of a file's content. */
export const CONTENT_PATH =
  '/_layouts/15/download.aspx?UniqueId=30773b25&Translate=false&tempauth=eyJ0eXAi-secret-of-download'

export function onedriveCall(members: Partial<Call<MicrosoftSettings>> = {}): Call<MicrosoftSettings> {
  return createCall(SETTINGS, { application: 'onedrive', clock: () => NOW, ...members })
}

/** The path of the item behind a link. */
export function shareOf(link: string): string {
  return `/v1.0/shares/${encodeURIComponent(`u!${Buffer.from(link).toString('base64url')}`)}/driveItem`
}

export function itemPath(id: string, drive = DRIVE): string {
  return `/v1.0/drives/${encodeURIComponent(drive)}/items/${id}`
}

export function resolve(url = LINK, call = onedriveCall(), credential = aCredential()): Promise<BusinessObject> {
  const handler = onedrive.link
  if (!handler) throw new Error('links cannot be resolved')
  return handler({ connectedProvider: aConnection('onedrive', credential), url }, call)
}

function wordFromTemplate() {
  const handlers = onedrive.functions?.['word-from-template']
  if (!handlers) throw new Error('there is no such function')
  return handlers
}

/** The connection of the user who installs a function. */
export function installer() {
  return { ...aConnection('onedrive'), connectionId: 'connection-of-ann' }
}

/** The connection of the user who runs it. */
export function runner() {
  const credential = aCredential({ accessToken: RUNNER_TOKEN, email: 'bob@example.com' })
  return { ...aConnection('onedrive', credential), connectionId: 'connection-of-bob' }
}

export function listInputs(
  configuration: Record<string, unknown>,
  connections: { templateConnectedProvider?: ReturnType<typeof installer> } = {
    templateConnectedProvider: installer(),
  },
): Promise<FunctionInput[]> {
  const request = { functionName: 'word-from-template', configuration, ...connections }
  return wordFromTemplate().inputs(request, onedriveCall())
}

/** Runs the function for Bob with Ann's template. */
export function execute(
  configuration: Record<string, unknown>,
  values: Record<string, unknown> = {},
  { call = onedriveCall(), ...request }: Partial<ExecuteFunctionRequest> & { call?: Call<MicrosoftSettings> } = {},
) {
  return wordFromTemplate().execute(
    {
      functionName: 'word-from-template',
      configuration,
      values: Object.entries(values).map(([name, value]) => ({ name, value })),
      templateConnectedProvider: installer(),
      outputConnectedProvider: runner(),
      ...request,
    },
    call,
  )
}

/** Graph for one account. */
export function graphOf(token: string): nock.Scope {
  return nock(GRAPH, { reqheaders: { authorization: `Bearer ${token}` } })
}

/** A host of content, which must not see the access token of anybody. */
export function contentHost(origin = CONTENT_HOST): nock.Scope {
  return nock(origin, { badheaders: ['authorization', 'cookie'] })
}

/** Serves the content of an item by way of its pre-authenticated address. */
export function serveContent(path: string, bytes: Uint8Array, token = TOKEN): void {
  graphOf(token)
    .get(path)
    .reply(302, '', { Location: `${CONTENT_HOST}${CONTENT_PATH}` })
  contentHost().get(CONTENT_PATH).reply(200, Buffer.from(bytes))
}

/** A Word document as Graph describes it. */
export function anItem(members: object = {}) {
  return {
    '@microsoft.graph.downloadUrl': `${CONTENT_HOST}${CONTENT_PATH}`,
    id: '01MOWKYVJML57KN2ANMBA3JZJS2MBGC7KM',
    name: 'Offer.docx',
    webUrl: 'https://contoso.sharepoint.com/sites/Sales/_layouts/15/Doc.aspx?sourcedoc=%7B1%7D&file=Offer.docx',
    lastModifiedDateTime: '2026-10-30T08:15:00Z',
    size: 20_000,
    file: { mimeType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document' },
    createdBy: { user: { id: '1', email: 'ann@contoso.com', displayName: 'Ann Example' } },
    parentReference: { driveType: 'business', driveId: DRIVE, id: '01PARENT' },
    ...members,
  }
}
