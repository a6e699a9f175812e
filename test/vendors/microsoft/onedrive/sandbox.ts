import { ITEM_PATH, type MicrosoftSandbox, SCOPE } from '../../../../sandbox/microsoft/index.ts'
import type { ConnectedProvider } from '../../../../src/contract/index.ts'
import type { Call } from '../../../../src/kit/application.ts'
import { onedrive } from '../../../../vendors/microsoft/onedrive/index.ts'
import type { MicrosoftSettings } from '../../../../vendors/microsoft/settings.ts'
import { ADA, callOf } from '../sandbox.ts'

export const BILAL = 'bilal@meridian.example'
export const OMAR = 'omar@kestrel.example'

/** The scopes of a connection that reads what others share. */
export const ALL_SCOPES = [SCOPE.filesWrite, SCOPE.filesAll]

/** A connection of an account, with the token that it was granted. */
export function connectionOf(
  microsoft: MicrosoftSandbox,
  email = ADA,
  scopes: readonly string[] = ALL_SCOPES,
): ConnectedProvider {
  const { access } = microsoft.grant({ account: email, scopes: [...scopes] })
  const credential = { accessToken: access.token, email, profile: { scopes: [...scopes] } }
  return { connectionId: `connection of ${email}`, provider: 'provider-hub', application: 'onedrive', credential }
}

export function resolve(microsoft: MicrosoftSandbox, url: string, connectedProvider = connectionOf(microsoft)) {
  if (!onedrive.link) throw new Error('links cannot be resolved')
  return onedrive.link({ connectedProvider, url }, callOf(microsoft, 'onedrive'))
}

const functionName = 'word-from-template'

export function listInputs(microsoft: MicrosoftSandbox, configuration: Record<string, unknown>) {
  const templateConnectedProvider = connectionOf(microsoft)
  const request = { functionName, configuration, templateConnectedProvider }
  return handlers().inputs(request, callOf(microsoft, 'onedrive'))
}

/** Runs the function for Bilal, with a template of Ada's. */
export function execute(
  microsoft: MicrosoftSandbox,
  configuration: Record<string, unknown>,
  values: Record<string, unknown>,
  call: Partial<Call<MicrosoftSettings>> = {},
) {
  const request = {
    functionName,
    configuration,
    values: Object.entries(values).map(([name, value]) => ({ name, value })),
    templateConnectedProvider: connectionOf(microsoft),
    outputConnectedProvider: connectionOf(microsoft, BILAL),
  }
  return handlers().execute(request, callOf(microsoft, 'onedrive', call))
}

function handlers() {
  const found = onedrive.functions?.[functionName]
  if (!found) throw new Error('there is no such function')
  return found
}

/** The id of an item by its path. */
export function idOf(microsoft: MicrosoftSandbox, account: string, path: string): string {
  const { driveId, id } = microsoft.readItem(account, path)
  return `${driveId}/${id}`
}

export const CONTRACT_VALUES = {
  Company: 'Halden Trelast AS',
  'Short name': 'Halden & Co <b>',
  'Start date': '1 March 2026',
  Term: 24,
  Service: 'Hosting',
  Price: 17_200,
  City: 'Oslo',
  Date: '2 February 2026',
  Signatory: '{{Company}}\nIngrid',
  'Contract number': 'C-2026-001',
  'Notice period': 8,
}

export { ITEM_PATH }
