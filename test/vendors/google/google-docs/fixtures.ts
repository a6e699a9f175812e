import type {
  BusinessObject,
  ConnectedProvider,
  ExecuteFunctionRequest,
  ExecuteFunctionResponse,
  FunctionInput,
} from '../../../../src/contract/index.ts'
import type { Call } from '../../../../src/kit/application.ts'
import { googleDocs } from '../../../../vendors/google/google-docs/index.ts'
import type { GoogleSettings } from '../../../../vendors/google/settings.ts'
import { createCall } from '../../../kit/call.ts'
import { aConnection, aCredential, SETTINGS } from '../builders.ts'

export const IDS = {
  template: '1XycTemplateOfAcme0001',
  shortcut: '1ShortcutToOffer000001',
  document: '1NewDocumentOfBob00001',
  pdf: '1NewPdfOfBob0000000001',
  sheet: '1SheetOfOrders00000001',
  folder: '1FolderOfOffers0000001',
}
export const LINKS = {
  template: `https://docs.google.com/document/d/${IDS.template}/edit?tab=t.0#heading=h.1`,
  document: `https://docs.google.com/document/d/${IDS.document}/edit?usp=drivesdk`,
  sheet: `https://docs.google.com/spreadsheets/d/${IDS.sheet}/edit`,
}

/** Ann has installed the function, Bob runs it. */
export const ANN: ConnectedProvider = aConnection('google-docs')
export const BOB: ConnectedProvider = {
  ...aConnection('google-docs', aCredential({ accessToken: 'ya29.bob-access-token', email: 'bob@example.com' })),
  connectionId: 'connection-2',
}

export const VALUES = Object.entries({
  Customer: 'Acme',
  Price: 1200.5,
  Item: true,
  Number: 7,
  Footer: null,
  Date: '2026-12-01',
  Annex: '=1+1',
  Größe: 'XL',
}).map(([name, value]) => ({ name, value }))

/** A call at noon of 2 November 2026, which collects the lines of its log. */
export function docsCall(overrides: Partial<Call<GoogleSettings>> = {}) {
  const lines: string[] = []
  const log = { debug() {}, info() {}, error() {}, warn: (fields: object, text: string) => write(fields, text) }
  const write = (fields: object, text: string) => void lines.push(`${text} ${JSON.stringify(fields)}`)
  const clock = () => Date.parse('2026-11-02T12:00:00Z')
  return { lines, ...createCall(SETTINGS, { application: 'google-docs', log, clock, ...overrides }) }
}

export function link(url: string, call: Call<GoogleSettings> = docsCall()): Promise<BusinessObject> {
  return googleDocs.link?.({ connectedProvider: ANN, url }, call) ?? missing()
}

type Name = 'google-docs-from-template' | 'google-sheets-append'

export function inputsOf(
  functionName: Name,
  configuration: object,
  connection: ConnectedProvider | null = ANN,
  call: Call<GoogleSettings> = docsCall(),
): Promise<FunctionInput[]> {
  const request = { functionName, configuration, templateConnectedProvider: connection ?? undefined }
  return googleDocs.functions?.[functionName]?.inputs(withoutUndefined(request), call) ?? missing()
}

export async function namesOf(...parameters: Parameters<typeof inputsOf>): Promise<string[]> {
  return (await inputsOf(...parameters)).map(({ name }) => name)
}

/** Ann's template, Bob's result. */
export function execute(
  functionName: Name,
  configuration: object,
  changes: { [Member in keyof ExecuteFunctionRequest]?: ExecuteFunctionRequest[Member] | undefined } = {},
  call: Call<GoogleSettings> = docsCall(),
): Promise<ExecuteFunctionResponse> {
  const request = {
    functionName,
    configuration,
    values: VALUES,
    templateConnectedProvider: ANN,
    outputConnectedProvider: BOB,
    ...changes,
  }
  return googleDocs.functions?.[functionName]?.execute(withoutUndefined(request), call) ?? missing()
}

function withoutUndefined<Request extends object>(request: Request) {
  return Object.fromEntries(Object.entries(request).filter(([, value]) => value !== undefined)) as never
}

function missing(): never {
  throw new Error('this application has no such handler')
}
