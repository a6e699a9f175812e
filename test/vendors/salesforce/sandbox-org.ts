import { type SalesforceSandbox, startSalesforce } from '../../../sandbox/salesforce/index.ts'
import type {
  ExternalNote,
  StandardSyncResponse,
  SyncExternalIdLinkObject,
  SyncInsightRequest,
  SyncTableRequest,
  Table,
  TableRecord,
  TagReference,
} from '../../../src/contract/index.ts'
import type { Call } from '../../../src/kit/application.ts'
import { omitUndefined } from '../../../src/runtime/omit.ts'
import { Secret } from '../../../src/runtime/secret.ts'
import { salesforce } from '../../../vendors/salesforce/application.ts'
import type { SalesforceSettings } from '../../../vendors/salesforce/settings.ts'
import { aCall, aCredential } from './builders.ts'

export const ADA = 'ada@meridian.example'
export const BILAL = 'bilal@meridian.example'
export const ESTHER = 'esther@meridian.example'
export const MAYA = 'maya@kestrel.example'
export const LARS = 'lars@halden.example'

type Values = Record<string, string>

/** A sandbox of Salesforce, and the connection of one of its users. */
export class SandboxOrg {
  readonly sandbox: SalesforceSandbox
  readonly settings: SalesforceSettings
  connection: ReturnType<typeof connectionOf>

  constructor(sandbox: SalesforceSandbox) {
    const [client] = sandbox.oauth.clients
    this.sandbox = sandbox
    this.settings = {
      clientId: client?.id ?? '',
      clientSecret: new Secret(client?.secret ?? ''),
      loginUrl: 'https://login.salesforce.com',
      origin: sandbox.origin,
    }
    this.connection = connectionOf(sandbox, ADA)
  }

  static async start(): Promise<SandboxOrg> {
    return new SandboxOrg(await startSalesforce())
  }

  /** Connects as another user. */
  as(account: string): this {
    this.connection = connectionOf(this.sandbox, account)
    return this
  }

  call(overrides: Partial<Call<SalesforceSettings>> = {}): Call<SalesforceSettings> {
    return aCall({ settings: this.settings, clock: () => this.sandbox.clock.now(), ...overrides })
  }

  syncTable(
    recordTypeFilters: SyncTableRequest['recordFilter']['recordTypeFilters'],
    call = this.call(),
  ): Promise<StandardSyncResponse<Table>> {
    return present(salesforce.sync?.table)(
      { connectedProvider: this.connection, recordFilter: { recordTypeFilters } },
      call,
    )
  }

  syncMetadata(tableMetadata: { metadataType: string; fields?: { name: string }[] }[], call = this.call()) {
    return present(salesforce.sync?.metadata)({ connectedProvider: this.connection, tableMetadata }, call)
  }

  syncIdentifier(externalIdLinkObjects: SyncExternalIdLinkObject[], call = this.call()) {
    return present(salesforce.sync?.identifier)({ connectedProvider: this.connection, externalIdLinkObjects }, call)
  }

  syncInsight(insightTypeFilters: SyncInsightRequest['filter']['insightTypeFilters'], call = this.call()) {
    return present(salesforce.sync?.insight)(
      { connectedProvider: this.connection, filter: { insightTypeFilters } },
      call,
    )
  }

  upsertTable(metadataType: string, records: TableRecord[], call = this.call()): Promise<Table> {
    const table = { metadata: { metadataType }, records }
    return present(salesforce.upsert?.table)({ connectedProvider: this.connection, table }, call)
  }

  upsertNotes(externalNotes: ExternalNote[], call = this.call()) {
    return present(salesforce.upsert?.notes)({ connectedProvider: this.connection, externalNotes }, call)
  }

  tag(tag: TagReference, call = this.call()) {
    return present(salesforce.tag)({ connectedProvider: this.connection, tag }, call)
  }

  tags(tags: TagReference[], call = this.call()) {
    return present(salesforce.tag)({ connectedProvider: this.connection, tags }, call)
  }

  link(url: string, call = this.call()) {
    return present(salesforce.link)({ connectedProvider: this.connection, url }, call)
  }

  query(request: Omit<Parameters<NonNullable<typeof salesforce.queries>>[0], 'connectedProvider'>, call = this.call()) {
    return present(salesforce.queries)({ connectedProvider: this.connection, ...request }, call)
  }

  /** The rows in the org, regardless of permissions. */
  async rows(soql: string): Promise<Record<string, unknown>[]> {
    const { access } = this.sandbox.grant({ account: this.connection.credential.email })
    const url = `${this.sandbox.origin}/services/data/v62.0/query?q=${encodeURIComponent(soql)}`
    const response = await fetch(url, { headers: { authorization: `Bearer ${access.token}` } })
    const { records } = (await response.json()) as { records: Record<string, unknown>[] }
    return records
  }

  async idOf(object: string, name: string): Promise<string> {
    const [row] = await this.rows(`SELECT Id FROM ${object} WHERE Name = '${name}' ORDER BY Id LIMIT 1`)
    return String(row?.Id)
  }
}

function connectionOf(sandbox: SalesforceSandbox, account: string) {
  const { access, refreshToken } = sandbox.grant({ account })
  const credential = aCredential({
    accessToken: access.token,
    refreshToken: String(refreshToken),
    email: account,
    instanceId: sandbox.account(account).org.id,
    instanceUrl: sandbox.origin,
  })
  return { connectionId: 'connection-1', provider: 'provider-hub', application: 'salesforce', credential }
}

/** A record to be written. */
export function aRecord(values: Values, externalId?: string): TableRecord {
  return {
    ...omitUndefined({ externalId }),
    values: Object.entries(values).map(([name, value]) => ({ name, value })),
  }
}

/** The values of a record by field name. */
export function cells(record: { values: { name: string; value: string }[] } | undefined): Values {
  return Object.fromEntries((record?.values ?? []).map(({ name, value }) => [name, value]))
}

export function warningsOf(page: StandardSyncResponse<unknown>): string {
  return (page.metadata?.warnings ?? []).join('\n')
}

function present<Handler>(handler: Handler | undefined): Handler {
  if (!handler) throw new Error('this application has no such handler')
  return handler
}
