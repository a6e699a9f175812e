import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { PEOPLE } from '../../sandbox/core/fixtures.ts'
import { paragraphsOf, textOf } from '../../sandbox/core/office/rich-text.ts'
import { readWord } from '../../sandbox/core/office/word-reader.ts'
import { FILE_ID, LEGACY_KEY } from '../../sandbox/google/index.ts'
import { ITEM_PATH } from '../../sandbox/microsoft/index.ts'
import { ADA } from './system.ts'
import { startWholeSystem, type WholeSystem } from './whole-system.ts'

const BILAL = PEOPLE.bilal.email

let system: WholeSystem
beforeEach(async () => {
  system = await startWholeSystem()
})
afterEach(() => system.stop())

const INSTALL = `mutation I($input: InstallFunctionInput!) { installFunction(input: $input) {
  functionId inputs { name label valueSource }
} }`
const EXECUTE = `mutation E($input: ExecuteFunctionInput!) { executeFunction(input: $input) {
  outputUrl externalId block { _id ... on File { title url } }
} }`
const LINK = `mutation L($input: LinkUrlInput!) { linkUrl(input: $input) {
  title url externalId application metadataType block { _id blockType }
} }`
const SEARCH = 'query S($input: GraphSearchInput!) { searchGraph(input: $input) { _id title blockType } }'

interface Installed {
  installFunction: { functionId: string; inputs: { name: string }[] }
}
interface Executed {
  executeFunction: { outputUrl: string; externalId: string; block: { _id: string; title: string; url: string } }
}
interface Linked {
  linkUrl: {
    title: string
    application: string | null
    metadataType: string | null
    block: { _id: string; blockType: string }
  }
}

/** A call of the vendor that reached files. */
interface Call {
  method: string
  account: string | undefined
  token: string | undefined
}

/** What the two vendors have in common for a test. The template is Ada's, and nobody else can see it. */
interface Vendor {
  application: string
  functionName: string
  template: () => string
  /** The placeholders of the template in their order. */
  inputs: string[]
  /** What Bilal has: the number of his files. */
  countFiles: () => number
  textOf: (externalId: string) => string
  callsOf: (file: string) => Call[]
  setFull: (isFull: boolean) => void
  /** How many tokens it has issued. */
  countTokens: () => number
  revoke: (account: string) => void
}

const google: Vendor = {
  application: 'google-docs',
  functionName: 'google-docs-from-template',
  template: () => FILE_ID.letter,
  inputs: ['Name', 'Company'],
  countFiles: () => system.sandbox.google.filesOf(BILAL).length,
  textOf: (id) => system.sandbox.google.readFile(id).text,
  callsOf: (file) => system.sandbox.google.driveCalls({ file }),
  setFull: (full) => system.sandbox.google.setDrive(BILAL, { full }),
  countTokens: () => system.sandbox.google.ledger.count({ path: '/token', status: 200 }),
  revoke: (account) => void system.sandbox.google.oauth.grants.revoke((grant) => grant.account === account),
}

const microsoft: Vendor = {
  application: 'onedrive',
  functionName: 'word-from-template',
  template: () => {
    const { driveId, id } = system.sandbox.microsoft.readItem(ADA, ITEM_PATH.letter)
    return `${driveId}/${id}`
  },
  inputs: ['Name', 'Company', 'Sender'],
  countFiles: () => system.sandbox.microsoft.driveOf(BILAL).items.size,
  textOf: (externalId) => {
    const item = system.sandbox.microsoft.driveOf(BILAL).items.get(externalId.split('/')[1] ?? '')
    return item?.content.kind === 'file' ? paragraphsOf(readWord(item.content.bytes).body).map(textOf).join('\n') : ''
  },
  callsOf: (item) => system.sandbox.microsoft.fileCalls({ item }),
  setFull: (isFull) => {
    system.sandbox.microsoft.driveOf(BILAL).isFull = isFull
  },
  countTokens: () => system.sandbox.microsoft.ledger.count({ path: '/*/oauth2/v2.0/token', status: 200 }),
  revoke: (account) => void system.sandbox.microsoft.oauth.grants.revoke((grant) => grant.account === account),
}

const toValues = (values: Record<string, string>) => Object.entries(values).map(([name, value]) => ({ name, value }))
const LETTER = toValues({ Name: 'Ingrid', Company: 'Halden', Sender: 'Ada' })

describe.each([google, microsoft])('a function of $application', (vendor) => {
  /** Ada's account, with which the function is installed, and Bilal's, with which it is run. */
  let installer: string
  let runner: string
  let functionId: string
  beforeEach(async () => {
    installer = await system.connect(vendor.application)
    runner = await system.connect(vendor.application, { account: BILAL })
    const configuration = toValues({ template: vendor.template(), name: 'Letter to {{Name}}' })
    const { installFunction: installed } = await system.execute<Installed>(INSTALL, {
      connectionId: installer,
      functionName: vendor.functionName,
      configuration,
    })
    expect(installed.inputs).toEqual(vendor.inputs.map((name) => ({ name, label: name, valueSource: 'userInput' })))
    functionId = installed.functionId
  })

  const toInput = (requestKey: string) => ({ functionId, connectionId: runner, values: LETTER, requestKey })
  const execute = async (requestKey: string) =>
    (await system.execute<Executed>(EXECUTE, toInput(requestKey))).executeFunction
  const tryToExecute = async (requestKey: string) =>
    (await system.tryToExecute(EXECUTE, toInput(requestKey))).errors?.[0]
  const statusOf = async (id: string) => (await system.connectionOf(id)).status

  test('reads its template with the account that installed it, and writes with the account that runs it', async () => {
    const result = await execute('first')
    expect(result.block).toMatchObject({ title: expect.stringMatching(/^Letter to Ingrid/), url: result.outputUrl })
    expect(vendor.textOf(result.externalId)).toContain('welcome to Halden!')
    const callers = (file: string) => {
      // Addresses at which Microsoft delivers content take no token.
      const calls = vendor.callsOf(file).filter(({ method }) => method !== 'download')
      return {
        accounts: [...new Set(calls.map(({ account }) => account))],
        tokens: [...new Set(calls.map(({ token }) => token))],
      }
    }
    const [template, document] = [callers(vendor.template()), callers(result.externalId)]
    expect([template.accounts, document.accounts]).toEqual([[ADA], [BILAL]])
    expect([template.tokens, document.tokens]).toEqual([[expect.any(String)], [expect.any(String)]])
    expect(template.tokens).not.toEqual(document.tokens)
  })

  test('makes nothing twice for the same key, and another document for another one', async () => {
    const before = vendor.countFiles()
    const [first, again] = [await execute('same'), await execute('same')]
    expect([again, vendor.countFiles()]).toEqual([first, before + 1])
    const other = await system.tryToExecute(EXECUTE, { ...toInput('same'), values: LETTER.slice(0, -1) })
    expect(other.errors?.[0]?.extensions.code).toBe('CONFLICT')
    const second = await execute('other')
    expect([vendor.countFiles(), second.externalId === first.externalId]).toEqual([before + 2, false])
  })

  test('asks only for that account to be connected again whose access was revoked', async () => {
    const before = vendor.countFiles()
    const tokens = vendor.countTokens()
    vendor.revoke(ADA)
    const error = await tryToExecute('revoked')
    // The other account is not even refreshed, because the hub names the rejected one.
    expect([tokens > 0, vendor.countTokens()]).toEqual([true, tokens])
    expect(error?.extensions).toMatchObject({ code: 'CONFLICT', status: 'reconnect_required' })
    expect([await statusOf(installer), await statusOf(runner)]).toEqual(['reconnect_required', 'active'])
    expect(vendor.countFiles()).toBe(before)

    await system.connect(vendor.application, { connectionId: installer })
    vendor.revoke(BILAL)
    expect((await tryToExecute('revoked'))?.extensions).toMatchObject({
      code: 'CONFLICT',
      status: 'reconnect_required',
    })
    expect([await statusOf(installer), await statusOf(runner)]).toEqual(['active', 'reconnect_required'])

    await system.connect(vendor.application, { connectionId: runner, account: BILAL })
    expect((await execute('revoked')).outputUrl).toMatch(/^https:/)
    expect(vendor.countFiles()).toBe(before + 1)
  })

  test('says that the storage is full, and can be run again when there is room', async () => {
    const before = vendor.countFiles()
    vendor.setFull(true)
    const error = await tryToExecute('full')
    expect(error?.extensions).toMatchObject({
      problem: { status: 507, type: expect.stringMatching(/storage-full$/) },
    })
    expect(error?.extensions.state).toBeUndefined()
    expect([vendor.countFiles(), await statusOf(runner)]).toEqual([before, 'active'])
    vendor.setFull(false)
    expect((await execute('full')).block.title).toMatch(/^Letter to Ingrid/)
    expect(vendor.countFiles()).toBe(before + 1)
  })
})

describe('a pasted link', () => {
  const link = async (url: string) => (await system.execute<Linked>(LINK, { url })).linkUrl
  const find = async (text: string) =>
    (await system.execute<{ searchGraph: { _id: string }[] }>(SEARCH, { search: text })).searchGraph.map(
      ({ _id }) => _id,
    )

  test('of Google becomes a document whose text is found, also with a resource key', async () => {
    await system.connect('google-docs')
    const document = 'https://docs.google.com/document/d/'
    const notes = await link(`${document}${FILE_ID.notes}/edit?usp=sharing#heading=h.1`)
    expect(notes).toMatchObject({
      title: 'Halden – notes of the renewal talk',
      application: 'google-docs',
      metadataType: 'document',
      block: { blockType: 'document' },
    })
    expect(await find('contract for her legal team')).toEqual([notes.block._id])
    const legacy = await link(`${document}${FILE_ID.legacy}/edit?resourcekey=${LEGACY_KEY}`)
    expect(legacy).toMatchObject({ title: 'Proof of concept 2019', block: { blockType: 'document' } })
    expect((await link(`${document}${FILE_ID.notes}/view`)).block._id).toBe(notes.block._id)
  })

  test('of Microsoft becomes a document whose text is found', async () => {
    await system.connect('onedrive')
    const { microsoft } = system.sandbox
    const { webUrl } = microsoft.readItem(ADA, ITEM_PATH.notes)
    const notes = await link(webUrl)
    expect(notes).toMatchObject({
      title: 'Halden.docx',
      application: 'onedrive',
      metadataType: 'document',
      block: { blockType: 'document' },
    })
    expect(await find('Ingrid waits for the contract')).toEqual([notes.block._id])
    const plan = microsoft.readItem(BILAL, ITEM_PATH.plan)
    const { url: shared } = microsoft.shareItem(plan, { scope: 'organization' })
    expect(await link(shared)).toMatchObject({ block: { blockType: 'document' } })
    expect(await find('gate 14 first')).toHaveLength(1)
  })

  test('that the account may not open, or that only looks like one, becomes a website', async () => {
    await system.connect('google-docs')
    await system.connect('onedrive')
    const { google, microsoft } = system.sandbox
    const salaries = await link(`https://docs.google.com/spreadsheets/d/${FILE_ID.salary}/edit`)
    const secret = await link(microsoft.readItem(BILAL, ITEM_PATH.private).webUrl)
    for (const { application, block } of [salaries, secret]) {
      expect([application, block.blockType]).toEqual([null, 'website'])
    }
    const [googleCalls, microsoftCalls] = [google.driveCalls().length, microsoft.fileCalls().length]
    for (const host of ['docs.google.com.evil.example', 'meridian.sharepoint.com.evil.example']) {
      expect((await link(`https://${host}/document/d/${FILE_ID.notes}/edit`)).block.blockType).toBe('website')
    }
    expect([google.driveCalls().length, microsoft.fileCalls().length]).toEqual([googleCalls, microsoftCalls])
    expect(await find('Salary')).toEqual([])
  })
})
